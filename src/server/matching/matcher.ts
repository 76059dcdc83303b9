import { errorMessage } from '../../node/error-message.ts';
import type { Log } from '../../node/log.ts';
import { WorkSlices } from '../../node/work-slices.ts';
import { JudgedArrival } from '../domain/monitors/judged-arrival.ts';
import { storedCondition, storedRule } from '../domain/monitors/monitor-rule.ts';
import type {
  ArrivedItem,
  MatchedBatch,
  MatchRecord,
  MonitorCondition,
  Store,
} from '../store/store.ts';
import { type Rules, WatchCache } from './watch-cache.ts';

/** Arrivals that are matched in one transaction. */
const batchSize = 100;

/** Terms that are looked up at a time. */
const termsPerRead = 1_000;

/** The parts of a store that matching needs. */
interface MatchedStore {
  news: Pick<Store['news'], 'arrivals' | 'lastArrival'>;
  matches: Store['matches'];
}

/**
 * Matches arrivals with monitors. Arrivals and matches are in the store, so any process can match news
 * that another one has added. The first process that stores the matches of a batch advances the store.
 */
export class Matcher {
  readonly #store: MatchedStore;
  readonly #log: Log;
  readonly #watches: WatchCache;
  /** The current batch. */
  #current: Promise<void> | undefined;
  /** Calls of `match()` in progress. */
  readonly #rounds = new Set<Promise<void>>();
  #isStopped = false;

  constructor(
    store: MatchedStore,
    log: Log,
    rules: Rules = { conditionOf: storedCondition, ruleOf: storedRule },
  ) {
    this.#store = store;
    this.#log = log;
    this.#watches = new WatchCache(store.matches, { log, rules });
  }

  /**
   * Resolves when everything that arrived before the call is matched, or after `stop()`.
   *
   * @param signal ends the wait
   * @throws the reason of the signal if it is aborted
   */
  async match(signal?: AbortSignal): Promise<void> {
    const round = this.#match(signal);
    this.#rounds.add(round);
    try {
      await round;
    } finally {
      this.#rounds.delete(round);
    }
  }

  /** Starts no more batches, and resolves when no call uses the store any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled([...this.#rounds, this.#current]);
  }

  async #match(signal?: AbortSignal): Promise<void> {
    if (this.#isStopped) return;
    const { matches, news } = this.#store;
    signal?.throwIfAborted();
    const until = await news.lastArrival();
    while (!this.#isStopped && (await matches.matchedUntil()) < until) {
      signal?.throwIfAborted();
      await unlessAborted(this.#matchNext(), signal);
    }
  }

  /** Matches the next batch, or waits for the one that is being matched. */
  #matchNext(): Promise<void> {
    this.#current ??= this.#matchBatch().finally(() => {
      this.#current = undefined;
    });
    return this.#current;
  }

  async #matchBatch(): Promise<void> {
    const work = new WorkSlices({ group: 'matching' });
    const { matches, news } = this.#store;
    const from = await matches.matchedUntil();
    const lastArrival = await news.lastArrival();
    const arrived = await news.arrivals(from, batchSize);
    const last = arrived.at(-1);
    // A monitor that is created later begins after `lastArrival`.
    if (!(last && (await matches.hasWatches()))) {
      if (lastArrival === from) return;
      await matches.record({ from, until: lastArrival, itemIds: [], matches: [] });
      return;
    }
    const found = await this.#matchesOf(arrived, work);
    const itemIds = arrived.map(({ id }) => id);
    await matches.record({ from, until: last.arrival, itemIds, ...found });
    const counts = { items: itemIds.length, matches: found.matches.length };
    this.#log('debug', 'news matched', counts);
  }

  async #matchesOf(
    arrived: readonly ArrivedItem[],
    work: WorkSlices,
  ): Promise<Required<Pick<MatchedBatch, 'matches' | 'known' | 'conditions'>>> {
    const arrivals: JudgedArrival[] = [];
    for (const each of arrived) {
      await work.next();
      try {
        arrivals.push(new JudgedArrival(each));
      } catch (error) {
        this.#log('error', 'news item not matched', { item: each.id, reason: errorMessage(error) });
      }
    }
    const interested = await this.#interested(arrivals, work);
    const matches: MatchRecord[] = [];
    const known: MatchRecord[] = [];
    const conditions: MonitorCondition[] = [];
    for await (const [monitor_id, { judge, since, read }] of this.#watches.of(
      [...interested.keys()].sort(),
      work,
    )) {
      if (read !== undefined) conditions.push({ monitor_id, condition: read });
      for (const arrival of interested.get(monitor_id) ?? []) {
        const { id: item_id, arrival: number } = arrival.arrived;
        await work.next();
        const match = this.#judge(monitor_id, item_id, () => arrival.judge(judge, since));
        if (!match) continue;
        const { strength, isKnown } = match;
        const { wording } = arrival;
        const record = { monitor_id, item_id, arrival: number, strength, wording };
        (isKnown ? known : matches).push(record);
      }
    }
    // In the order of the primary key, so that each of its pages is changed once.
    matches.sort(byMonitor);
    return { matches, known, conditions };
  }

  /** If the rule fails, logs the error and skips only this pair of monitor and item. */
  #judge<Match>(monitor: string, item: string, judge: () => Match): Match | undefined {
    try {
      return judge();
    } catch (error) {
      this.#log('error', 'rule of monitor failed', { monitor, item, reason: errorMessage(error) });
      return undefined;
    }
  }

  /** The arrivals that have an anchor term of a monitor, by the id of the monitor. */
  async #interested(
    arrivals: readonly JudgedArrival[],
    work: WorkSlices,
  ): Promise<Map<string, Set<JudgedArrival>>> {
    const byTerm = new Map<number, JudgedArrival[]>();
    for (const arrival of arrivals) {
      await work.next();
      for (const term of new Set([...arrival.item.title, ...arrival.item.text])) {
        const having = byTerm.get(term);
        if (having) having.push(arrival);
        else byTerm.set(term, [arrival]);
      }
    }
    const terms = [...byTerm.keys()];
    const interested = new Map<string, Set<JudgedArrival>>();
    for (let start = 0; start < terms.length; start += termsPerRead) {
      await work.next();
      const some = terms.slice(start, start + termsPerRead);
      for (const { term, monitor_id } of await this.#store.matches.interested(some)) {
        const wanted = interested.get(monitor_id) ?? new Set();
        for (const arrival of byTerm.get(term) ?? []) wanted.add(arrival);
        interested.set(monitor_id, wanted);
      }
    }
    return interested;
  }
}

function byMonitor(a: MatchRecord, b: MatchRecord): number {
  if (a.monitor_id === b.monitor_id) return a.arrival - b.arrival;
  return a.monitor_id < b.monitor_id ? -1 : 1;
}

/** @throws the reason of the signal if it is aborted before the promise is settled */
async function unlessAborted(promise: Promise<void>, signal?: AbortSignal): Promise<void> {
  if (!signal) return promise;
  const ended = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal });
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    ended.abort();
  }
}
