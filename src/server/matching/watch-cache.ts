import { createHash } from 'node:crypto';
import { errorMessage } from '../../node/error-message.ts';
import type { Log } from '../../node/log.ts';
import { LruCache } from '../../node/lru-cache.ts';
import type { WorkSlices } from '../../node/work-slices.ts';
import type { PromptRule } from '../search/prompt/prompt-rule.ts';
import type { Store, WatchRecord } from '../store/store.ts';

/** A monitor's rule, compiled. */
export interface Watch {
  judge: PromptRule;
  /** The last arrival before the watch began. */
  since: number;
}

/** A watch without its rule. */
interface KnownWatch extends Pick<Watch, 'since'> {
  ruleKey: string;
}

type RuleOf = (
  monitor: Pick<WatchRecord, 'prompt' | 'execution'>,
  work: WorkSlices,
) => Promise<PromptRule>;

/** Maximum number of compiled rules in memory. */
const maxRules = 10_000;

/** Maximum number of monitors whose rule is known; each takes about 300 bytes. */
const maxWatches = 100_000;

/** Monitors that are read from the store at a time. */
const monitorsPerRead = 500;

/** The rules of monitors, by id. Prompts never change, so entries are never outdated. */
export class WatchCache {
  readonly #matches: Pick<Store['matches'], 'watches'>;
  readonly #log: Log;
  readonly #ruleOf: RuleOf;
  readonly #watches = new LruCache<string, KnownWatch>({ maxSize: maxWatches });
  /** Monitors with equal prompts share a rule. */
  readonly #rules = new LruCache<string, PromptRule>({ maxSize: maxRules });

  constructor(
    matches: Pick<Store['matches'], 'watches'>,
    { log, ruleOf }: { log: Log; ruleOf: RuleOf },
  ) {
    this.#matches = matches;
    this.#log = log;
    this.#ruleOf = ruleOf;
  }

  /** The watches of monitors, in batches. Skips monitors that do not exist any more. */
  async *of(
    monitorIds: readonly string[],
    work: WorkSlices,
  ): AsyncGenerator<readonly [id: string, watch: Watch]> {
    const missing: string[] = [];
    for (const id of monitorIds) {
      const known = this.#watches.get(id);
      const judge = known && this.#rules.get(known.ruleKey);
      if (judge) yield [id, { judge, since: known.since }];
      else missing.push(id);
    }
    for (let start = 0; start < missing.length; start += monitorsPerRead) {
      await work.next();
      const records = await this.#matches.watches(missing.slice(start, start + monitorsPerRead));
      for (const record of records) {
        await work.next();
        const ruleKey = keyOf(record);
        const judge = this.#rules.get(ruleKey) ?? (await this.#compile(record, work));
        this.#rules.set(ruleKey, judge);
        this.#watches.set(record.id, { ruleKey, since: record.since_arrival });
        yield [record.id, { judge, since: record.since_arrival }];
      }
    }
  }

  /** A rule that cannot be compiled matches nothing. */
  async #compile(record: WatchRecord, work: WorkSlices): Promise<PromptRule> {
    try {
      return await this.#ruleOf(record, work);
    } catch (error) {
      const reason = errorMessage(error);
      this.#log('error', 'rule of monitor not compiled', { monitor: record.id, reason });
      return () => undefined;
    }
  }
}

function keyOf({ prompt, execution }: WatchRecord): string {
  return createHash('sha256').update(`${execution} ${prompt}`).digest('base64');
}
