import { LruCache } from '../../../node/lru-cache.ts';
import type { WorkSlices } from '../../../node/work-slices.ts';
import type { NewsPeriod, Store } from '../../store/store.ts';
import type { Principal } from '../context.ts';
import { maxMonitors, monitorNews } from './monitor-news.ts';

/** What orders a found item, as in the list of all news, and its id. */
export type ListedNews = readonly [orderAt: number, sequence: number, id: string];

/** Maximum number of items of all cached lists. */
const maxCachedItems = 100_000;

/**
 * The news that the monitors of a principal find. The searches of up to 50 monitors cost much, so that
 * calls with the same monitors share them until the news changes.
 */
export class MyNews {
  readonly #store: Pick<Store, 'accounts' | 'monitors' | 'news'>;
  readonly #lists = new LruCache<string, readonly ListedNews[]>({
    maxSize: maxCachedItems,
    sizeOf: (items) => items.length + 1,
  });
  /** The searches in progress. */
  readonly #searches = new Map<string, Promise<readonly ListedNews[]>>();

  constructor(store: Pick<Store, 'accounts' | 'monitors' | 'news'>) {
    this.#store = store;
  }

  /**
   * All found items, in their order.
   *
   * @param now the time for the ranking, which should be the same for many calls
   * @throws the reason of the signal of `work` if it is aborted
   */
  async list(
    { account }: Principal,
    { now, ...period }: NewsPeriod & { now: number },
    work: WorkSlices,
  ): Promise<readonly ListedNews[]> {
    const { accounts, monitors, news } = this.#store;
    const viewer = await accounts.viewer(account.id);
    const active = await monitors.newestActive(viewer, maxMonitors);
    const generation = await news.generation();
    // A monitor keeps its prompt.
    const key = JSON.stringify([now, period, generation, active.map(({ id }) => id)]);
    for (;;) {
      const cached = this.#lists.get(key);
      if (cached) return cached;
      const other = this.#searches.get(key);
      if (!other) break;
      // If its client leaves, this call searches.
      await other.catch(() => {});
      work.signal?.throwIfAborted();
    }
    const search = this.#search(monitorNews(news, active, { now, ...period, work }));
    this.#searches.set(key, search);
    try {
      const items = await search;
      this.#lists.set(key, items);
      return items;
    } finally {
      this.#searches.delete(key);
    }
  }

  async #search(found: ReturnType<typeof monitorNews>): Promise<ListedNews[]> {
    const items = new Map<string, ListedNews>();
    for await (const { found: ranked } of found) {
      for (const { item, place } of ranked) {
        items.set(item.id, [place.order_at, place.sequence, item.id]);
      }
    }
    return [...items.values()].sort((a, b) => (isAfter(a, b) ? 1 : -1));
  }
}

type NewsPlace = readonly [orderAt: number, sequence: number, ...unknown[]];

/** Whether an item comes after another one. */
export function isAfter([orderAt, sequence]: NewsPlace, [otherOrderAt, other]: NewsPlace): boolean {
  return orderAt < otherOrderAt || (orderAt === otherOrderAt && sequence < other);
}
