import * as z from 'zod/mini';
import { once } from '../../../contract/once.ts';
import type { OutputOf } from '../../../contract/operation.ts';
import type { Operations } from '../../../contract/operations.ts';
import { defaultLimit, maxLimit } from '../../../contract/shared-fields.ts';
import { LruCache } from '../../../node/lru-cache.ts';
import { searchCandidates, searchNews } from '../../search/search.ts';
import type { NewsHeadline } from '../../store/store.ts';
import { ApiError } from '../api-error.ts';
import type { Context, Handlers, Principal } from '../context.ts';
import { readCursor, readRowCursor, toPage, toRowPage } from '../cursor.ts';
import { Serialized } from '../serialized.ts';
import { monitorNews } from './monitor-news.ts';
import { toNewsItem } from './to-news-item.ts';

/** Searches use the time in whole minutes, so that their responses can be cached for a minute. */
const minute = 60_000;

/** Maximum total characters of the cached JSON responses of `news.search`. */
const maxCachedCharacters = 8_000_000;

/**
 * The time of the first request, its limit, and the number of items before the page. The first two
 * affect the ranking.
 */
const searchPosition = once(() =>
  z.tuple([
    z.int(),
    z.int().check(z.minimum(1), z.maximum(maxLimit)),
    z.int().check(z.minimum(0), z.maximum(searchCandidates)),
  ]),
);

/** The time of the first request, and what orders the last item of the page: {@link orderOf}. */
const minePosition = once(() => z.tuple([z.int(), z.int(), z.string()]));
type MinePosition = z.infer<ReturnType<typeof minePosition>>;

export function newsHandlers(context: Context): Handlers<Operations['news']> {
  const { store, clock } = context;
  const searches = new LruCache<string, Serialized<OutputOf<Operations['news']['search']>>>({
    maxSize: maxCachedCharacters,
    sizeOf: ({ json }) => json.length,
  });
  return {
    async search({ query, hours_ago, limit = defaultLimit, cursor }, { account }) {
      const scope = {
        operation: 'news.search',
        accountId: account.id,
        parameters: { query, hours_ago },
      };
      const first = [Math.floor(clock.now() / minute) * minute, limit, 0] as const;
      const position = readCursor(cursor, scope, searchPosition()) ?? first;
      const [now, firstLimit, offset] = position;
      // The key contains everything that the response depends on, so it cannot be stale.
      const generation = await store.news.generation();
      const key = JSON.stringify([account.id, query, hours_ago, limit, position, generation]);
      const cached = searches.get(key);
      if (cached) return cached;
      const search = { query, limit: firstLimit, now, hours_ago };
      const found = await searchNews(store.news, search, { offset, limit: limit + 1 });
      const next = [now, firstLimit, offset + limit] as const;
      const { items, ...page } = toPage(found, limit, scope, () => next);
      const response = new Serialized({
        items: items.map(({ item, score }) => ({ ...toNewsItem(item), score })),
        ...page,
      });
      searches.set(key, response);
      return response;
    },

    async latest({ limit = defaultLimit, cursor }, { account }) {
      const scope = { operation: 'news.latest', accountId: account.id };
      const found = await store.news.latest(limit + 1, readRowCursor(cursor, scope));
      const { items, ...page } = toRowPage(found, limit, scope, ({ order_at }) => order_at);
      return { items: items.map(toNewsItem), ...page };
    },

    async mine({ limit = defaultLimit, cursor }, principal) {
      const scope = { operation: 'news.mine', accountId: principal.account.id };
      const after = readCursor(cursor, scope, minePosition());
      const [now] = after ?? [clock.now()];
      const found = await itemsOfMonitors(context, principal, now);
      const rest = after ? found.filter((item) => isAfter(item, after)) : found;
      const { items, ...page } = toPage(rest, limit, scope, (item) => [now, ...orderOf(item)]);
      return { items: items.map(toNewsItem), ...page };
    },

    async get({ id }) {
      const item = await store.news.get(id);
      if (!item) throw new ApiError('not_found', `there is no news item ${JSON.stringify(id)}`);
      return { ...toNewsItem(item), body: item.body };
    },
  };
}

/** The items that the principal's active monitors find, newest first. */
async function itemsOfMonitors(
  { store }: Context,
  principal: Principal,
  now: number,
): Promise<NewsHeadline[]> {
  const monitors = await store.monitors.list(await store.accounts.viewer(principal.account.id));
  const items = new Map<string, NewsHeadline>();
  for await (const { found } of monitorNews(store.news, monitors, { now })) {
    for (const { item } of found) items.set(item.id, item);
  }
  return [...items.values()].sort((a, b) => (isAfter(a, [now, ...orderOf(b)]) ? 1 : -1));
}

/** Lists of items are ordered newest first, undated items last, then by id. */
function isAfter(item: NewsHeadline, [, date, id]: MinePosition): boolean {
  const [itemDate, itemId] = orderOf(item);
  return itemDate < date || (itemDate === date && itemId > id);
}

function orderOf({ publication_date, id }: NewsHeadline): [date: number, id: string] {
  return [publication_date ?? Number.MIN_SAFE_INTEGER, id];
}
