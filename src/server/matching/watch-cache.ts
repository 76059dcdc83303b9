import { createHash } from 'node:crypto';
import { errorMessage } from '../../node/error-message.ts';
import type { Log } from '../../node/log.ts';
import { LruCache } from '../../node/lru-cache.ts';
import type { WorkSlices } from '../../node/work-slices.ts';
import type { PromptRule } from '../search/prompt/prompt-rule.ts';
import { isCurrentCondition } from '../search/prompt/stored-condition.ts';
import type { Store, WatchRecord } from '../store/store.ts';

/** A monitor's rule, compiled. */
export interface Watch {
  judge: PromptRule;
  /** The last arrival before the watch began. */
  since: number;
  /** The condition of the rule if it was read from the prompt, because the store has none of this version. */
  read?: string | undefined;
}

/** A watch without its rule. */
interface KnownWatch extends Pick<Watch, 'since'> {
  ruleKey: string;
}

interface CachedRule {
  judge: PromptRule;
  /** The approximate size in bytes. */
  size: number;
}

/** How conditions become rules. */
export interface Rules {
  /** Reads the condition of a monitor from its prompt. */
  conditionOf(monitor: Pick<WatchRecord, 'prompt'>, work: WorkSlices): Promise<string>;
  ruleOf(execution: WatchRecord['execution'], condition: string): PromptRule;
}

/** Maximum size of the compiled rules in memory, in bytes. */
const maxRuleBytes = 24_000_000;

/** The size of a compiled rule, relative to its condition as JSON. */
const rulePerCondition = 6;

/** Maximum number of monitors whose rule is known; each takes about 300 bytes. */
const maxWatches = 50_000;

/** Monitors that are read from the store at a time. */
const monitorsPerRead = 500;

/** The rules of monitors, by id. Prompts never change, so entries are never outdated. */
export class WatchCache {
  readonly #matches: Pick<Store['matches'], 'watches'>;
  readonly #log: Log;
  readonly #compiler: Rules;
  readonly #watches = new LruCache<string, KnownWatch>({ maxSize: maxWatches });
  /** Monitors with equal prompts share a rule. */
  readonly #rules = new LruCache<string, CachedRule>({
    maxSize: maxRuleBytes,
    sizeOf: ({ size }) => size,
  });

  constructor(
    matches: Pick<Store['matches'], 'watches'>,
    { log, rules }: { log: Log; rules: Rules },
  ) {
    this.#matches = matches;
    this.#log = log;
    this.#compiler = rules;
  }

  /** The watches of monitors, in batches. Skips monitors that do not exist any more. */
  async *of(
    monitorIds: readonly string[],
    work: WorkSlices,
  ): AsyncGenerator<readonly [id: string, watch: Watch]> {
    const missing: string[] = [];
    for (const id of monitorIds) {
      const known = this.#watches.get(id);
      const rule = known && this.#rules.get(known.ruleKey);
      if (rule) yield [id, { judge: rule.judge, since: known.since }];
      else missing.push(id);
    }
    for (let start = 0; start < missing.length; start += monitorsPerRead) {
      await work.next();
      const records = await this.#matches.watches(missing.slice(start, start + monitorsPerRead));
      for (const record of records) {
        await work.next();
        const watch = await this.#watch(record, work);
        if (watch) yield [record.id, watch];
      }
    }
  }

  /** `undefined` for a monitor whose rule cannot be compiled: it matches nothing. */
  async #watch(record: WatchRecord, work: WorkSlices): Promise<Watch | undefined> {
    const { id, execution, since_arrival: since } = record;
    try {
      let read: string | undefined;
      let rule = this.#storedRule(record);
      if (!rule) {
        read = await this.#compiler.conditionOf(record, work);
        rule = this.#rule(execution, read);
      }
      const { ruleKey, judge } = rule;
      this.#watches.set(id, { ruleKey, since });
      return { judge, since, read };
    } catch (error) {
      const reason = errorMessage(error);
      this.#log('error', 'rule of monitor not compiled', { monitor: id, reason });
      return undefined;
    }
  }

  /** `undefined` if the store has no condition of this version, or a damaged one. */
  #storedRule({ execution, condition }: WatchRecord) {
    if (condition === null || !isCurrentCondition(condition)) return undefined;
    try {
      return this.#rule(execution, condition);
    } catch {
      return undefined;
    }
  }

  #rule(execution: WatchRecord['execution'], condition: string) {
    const ruleKey = createHash('sha256').update(`${execution} ${condition}`).digest('base64');
    let judge = this.#rules.get(ruleKey)?.judge;
    if (!judge) {
      judge = this.#compiler.ruleOf(execution, condition);
      this.#rules.set(ruleKey, { judge, size: rulePerCondition * condition.length });
    }
    return { ruleKey, judge };
  }
}
