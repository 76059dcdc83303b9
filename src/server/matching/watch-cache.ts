import { LruCache } from '../../node/lru-cache.ts';
import type { WorkSlices } from '../../node/work-slices.ts';
import { monitorRule } from '../domain/monitors/monitor-rule.ts';
import type { PromptRule } from '../search/prompt/prompt-rule.ts';
import type { Store } from '../store/store.ts';

/** A monitor's rule, compiled. */
export interface Watch {
  judge: PromptRule;
  /** The last arrival before the watch began. */
  since: number;
}

/** Maximum number of compiled rules in memory. */
const maxWatches = 10_000;

/** Monitors that are read from the store at a time. */
const monitorsPerRead = 500;

/** The rules of monitors, by id. Prompts never change, so entries are never outdated. */
export class WatchCache {
  readonly #matches: Store['matches'];
  readonly #watches = new LruCache<string, Watch>({ maxSize: maxWatches });

  constructor(matches: Store['matches']) {
    this.#matches = matches;
  }

  /** The watches of monitors, in batches. Skips monitors that do not exist any more. */
  async *of(
    monitorIds: readonly string[],
    work: WorkSlices,
  ): AsyncGenerator<readonly [id: string, watch: Watch]> {
    const missing: string[] = [];
    for (const id of monitorIds) {
      const watch = this.#watches.get(id);
      if (watch) yield [id, watch];
      else missing.push(id);
    }
    for (let start = 0; start < missing.length; start += monitorsPerRead) {
      await work.next();
      const records = await this.#matches.watches(missing.slice(start, start + monitorsPerRead));
      for (const record of records) {
        await work.next();
        const watch = { judge: monitorRule(record), since: record.since_arrival };
        this.#watches.set(record.id, watch);
        yield [record.id, watch];
      }
    }
  }
}
