import * as z from 'zod/mini';
import { maxSearchItems } from '../../../contract/news.ts';
import { once } from '../../../contract/once.ts';
import type { OutputOf } from '../../../contract/operation.ts';
import type { Operations } from '../../../contract/operations.ts';
import { defaultLimit } from '../../../contract/shared-fields.ts';
import { LruCache } from '../../../node/lru-cache.ts';
import { searchCorrected } from '../../search/spelling/search-corrected.ts';
import { ApiError } from '../api-error.ts';
import type { Context, Handlers } from '../context.ts';
import { readCursor, readRowCursor, toPage, toRowPage } from '../cursor.ts';
import { toPeriod } from '../period.ts';
import { Serialized } from '../serialized.ts';
import { isAfter, type ListedNews, MyNews } from './my-news.ts';
import { toNewsItem } from './to-news-item.ts';

/** Searches use the time in whole minutes, so that their responses can be cached for a minute. */
const minute = 60_000;
const hour = 60 * minute;

/** Maximum total characters of the cached JSON responses of `news.search`. */
const maxCachedCharacters = 8_000_000;

/** The time of the first request, which affects the ranking, and the number of items before the page. */
const searchPosition = once(() =>
  z.tuple([z.int(), z.int().check(z.minimum(0), z.maximum(maxSearchItems))]),
);

/**
 * `news.mine` uses the time in whole periods of ten minutes, so that its searches can be shared.
 * It affects only which items a monitor finds if there are very many.
 */
const minePeriod = 10 * minute;

/** The time of the first request, and what orders the last item of the page: `ListedNews`. */
const minePosition = once(() => z.tuple([z.int(), z.int(), z.int()]));

export function newsHandlers(context: Context): Handlers<Operations['news']> {
  const { store, clock } = context;
  const searches = new LruCache<string, Serialized<OutputOf<Operations['news']['search']>>>({
    maxSize: maxCachedCharacters,
    sizeOf: ({ json }) => json.length,
  });
  const myNews = new MyNews(store);
  return {
    async search(input, { account }, work) {
      const { query, hours_ago, since, until, limit = defaultLimit, cursor } = input;
      const scope = {
        operation: 'news.search',
        accountId: account.id,
        parameters: { query, hours_ago, since, until },
      };
      const first = [Math.floor(clock.now() / minute) * minute, 0] as const;
      const position = readCursor(cursor, scope, searchPosition()) ?? first;
      const [now, offset] = position;
      // The key contains everything that the response depends on, so it cannot be stale.
      const generation = await store.news.generation();
      const key = JSON.stringify([account.id, scope.parameters, limit, position, generation]);
      const cached = searches.get(key);
      if (cached) return cached;
      const period = toPeriod({ since, until });
      if (hours_ago !== undefined) period.since = now - hours_ago * hour;
      const search = { query, limit, now, ...period, work };
      const part = { offset, limit: limit + 1 };
      const { items: found, didYouMean } = await searchCorrected(store.news, search, part);
      const next = [now, offset + limit] as const;
      const { items, ...page } = toPage(found, limit, scope, () => next);
      const response = new Serialized({
        items: items.map(({ item, score }) => ({ ...toNewsItem(item), score })),
        ...(didYouMean !== undefined && { did_you_mean: didYouMean }),
        ...page,
      });
      searches.set(key, response);
      return response;
    },

    async latest({ limit = defaultLimit, cursor, ...range }, { account }) {
      const scope = { operation: 'news.latest', accountId: account.id, parameters: range };
      const after = readRowCursor(cursor, scope);
      const found = await store.news.latest(limit + 1, after, toPeriod(range));
      const { items, ...page } = toRowPage(found, limit, scope, ({ order_at }) => order_at);
      return { items: items.map(toNewsItem), ...page };
    },

    async mine({ limit = defaultLimit, cursor, ...range }, principal, work) {
      const accountId = principal.account.id;
      const scope = { operation: 'news.mine', accountId, parameters: range };
      const position = readCursor(cursor, scope, minePosition());
      const [now] = position ?? [Math.floor(clock.now() / minePeriod) * minePeriod];
      const found = await myNews.list(principal, { now, ...toPeriod(range) }, work);
      const rest = position ? itemsAfter(found, position) : found;
      const { items, ...page } = toPage(rest, limit, scope, ([orderAt, sequence]) => [
        now,
        orderAt,
        sequence,
      ]);
      const headlines = await store.news.headlines(items.map(([, , each]) => each));
      return {
        items: items.flatMap(([, , each]) => {
          const item = headlines.get(each);
          return item ? [toNewsItem(item)] : [];
        }),
        ...page,
      };
    },

    async get({ id }) {
      const item = await store.news.get(id);
      if (!item) throw new ApiError('not_found', `there is no news item ${JSON.stringify(id)}`);
      return { ...toNewsItem(item), body: item.body };
    },
  };
}

function itemsAfter(
  items: readonly ListedNews[],
  [, orderAt, sequence]: z.infer<ReturnType<typeof minePosition>>,
): ListedNews[] {
  return items.filter((item) => isAfter(item, [orderAt, sequence]));
}
