import { WorkSlices } from '../../node/work-slices.ts';
import { judgedItem } from '../search/prompt/judged-item.ts';
import type { JudgedItem } from '../search/prompt/prompt-rule.ts';
import type { ArrivedItem, MatchRecord, Store } from '../store/store.ts';
import { WatchCache } from './watch-cache.ts';

/** Arrivals that are matched in one transaction. */
const batchSize = 100;

/** Terms that are looked up at a time. */
const termsPerRead = 1_000;

/** The parts of a store that matching needs. */
interface MatchedStore {
  news: Pick<Store['news'], 'arrivals' | 'lastArrival'>;
  matches: Store['matches'];
}

interface Arrival extends Pick<ArrivedItem, 'id' | 'arrival'> {
  item: JudgedItem;
}

/**
 * Matches arrivals with monitors. Arrivals and matches are in the store, so any process can match
 * what another has added: the first to store the matches of a batch advances the store to the next.
 */
export class Matcher {
  readonly #store: MatchedStore;
  readonly #watches: WatchCache;
  #current: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #isStopped = false;

  constructor(store: MatchedStore) {
    this.#store = store;
    this.#watches = new WatchCache(store.matches);
  }

  /** Resolves when everything that arrived before the call is matched. */
  match(): Promise<void> {
    if (!this.#current) return this.#start();
    // The current round may have read the last arrivals before the call.
    this.#next ??= this.#current
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#start();
      });
    return this.#next;
  }

  /** Starts no more batches, and resolves when the current one has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    while (this.#current) await this.#current.catch(() => {});
  }

  #start(): Promise<void> {
    const round = this.#matchAll().finally(() => {
      if (this.#current === round) this.#current = undefined;
    });
    this.#current = round;
    return round;
  }

  async #matchAll(): Promise<void> {
    const work = new WorkSlices({ group: 'matching' });
    while (!this.#isStopped && (await this.#matchBatch(work)));
  }

  /** @returns whether there may be more arrivals */
  async #matchBatch(work: WorkSlices): Promise<boolean> {
    const { matches, news } = this.#store;
    const from = await matches.matchedUntil();
    const arrived = await news.arrivals(from, batchSize);
    const last = arrived.at(-1);
    if (!last) return false;
    const lastArrival = await news.lastArrival();
    // A monitor that is created later begins after `lastArrival`.
    if (!(await matches.hasWatches())) {
      await matches.record({ from, until: lastArrival, itemIds: [], matches: [] });
      return true;
    }
    const found = await this.#matchesOf(arrived, work);
    const itemIds = arrived.map(({ id }) => id);
    await matches.record({ from, until: last.arrival, itemIds, matches: found });
    return true;
  }

  async #matchesOf(arrived: readonly ArrivedItem[], work: WorkSlices): Promise<MatchRecord[]> {
    const arrivals: Arrival[] = [];
    for (const each of arrived) {
      await work.next();
      const { id, arrival, ranking_terms } = each;
      arrivals.push({ id, arrival, item: judgedItem(each, ranking_terms) });
    }
    const interested = await this.#interested(arrivals, work);
    const found: MatchRecord[] = [];
    for await (const [monitor_id, { judge, since }] of this.#watches.of(
      [...interested.keys()],
      work,
    )) {
      for (const { id, arrival, item } of interested.get(monitor_id) ?? []) {
        if (arrival <= since) continue;
        await work.next();
        const strength = judge(item);
        if (strength !== undefined) found.push({ monitor_id, item_id: id, arrival, strength });
      }
    }
    return found;
  }

  /** The arrivals that have an anchor term of a monitor, by the id of the monitor. */
  async #interested(
    arrivals: readonly Arrival[],
    work: WorkSlices,
  ): Promise<Map<string, Set<Arrival>>> {
    const byTerm = new Map<number, Arrival[]>();
    for (const arrival of arrivals) {
      await work.next();
      for (const term of new Set([...arrival.item.title, ...arrival.item.text])) {
        const having = byTerm.get(term);
        if (having) having.push(arrival);
        else byTerm.set(term, [arrival]);
      }
    }
    const terms = [...byTerm.keys()];
    const interested = new Map<string, Set<Arrival>>();
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
