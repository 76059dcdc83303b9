import { setImmediate } from 'node:timers/promises';
import type { OutputOf } from '../../../contract/operation.ts';
import type { Operations } from '../../../contract/operations.ts';
import { defaultLimit } from '../../../contract/shared-fields.ts';
import { LruCache } from '../../../node/lru-cache.ts';
import { searchNews, searchRelevant } from '../../search/search.ts';
import type { NewsHeadline } from '../../store/store.ts';
import { ApiError } from '../api-error.ts';
import type { Context, Handlers, Principal } from '../context.ts';
import { parseMonitorPrompt } from '../monitors/monitor-prompt.ts';
import { Serialized } from '../serialized.ts';
import { toNewsItem } from './to-news-item.ts';

/** Maximum number of items per monitor that `news.mine` merges. */
const itemsPerMonitor = 100;

/** Maximum number of monitors whose items `news.mine` merges: the newest ones. */
const maxMonitors = 50;

/** Searches use the time in whole minutes, so that their responses can be cached for a minute. */
const minute = 60_000;

/** Maximum total characters of the cached JSON responses of `news.search`. */
const maxCachedCharacters = 8_000_000;

export function newsHandlers(context: Context): Handlers<Operations['news']> {
  const { store, clock } = context;
  const searches = new LruCache<string, Serialized<OutputOf<Operations['news']['search']>>>({
    maxSize: maxCachedCharacters,
    sizeOf: ({ json }) => json.length,
  });
  return {
    async search({ query, hours_ago, limit = defaultLimit }) {
      const now = Math.floor(clock.now() / minute) * minute;
      // The key contains everything that the response depends on, so it cannot be stale.
      const key = JSON.stringify([query, hours_ago, limit, now, await store.news.generation()]);
      const cached = searches.get(key);
      if (cached) return cached;
      const found = await searchNews(store.news, { query, limit, now, hours_ago });
      const items = found.map(({ item, score }) => ({ ...toNewsItem(item), score }));
      const response = new Serialized({ items });
      searches.set(key, response);
      return response;
    },

    async latest({ limit = defaultLimit }) {
      return { items: (await store.news.latest(limit)).map(toNewsItem) };
    },

    async mine({ limit = defaultLimit }, principal) {
      const items = await itemsOfMonitors(context, principal);
      return { items: items.slice(0, limit).map(toNewsItem) };
    },

    async get({ id }) {
      const item = await store.news.get(id);
      if (!item) throw new ApiError('not_found', `there is no news item ${JSON.stringify(id)}`);
      return { ...toNewsItem(item), body: item.body };
    },
  };
}

/** The items that the principal's active monitors find, each once, newest first. */
async function itemsOfMonitors(context: Context, principal: Principal): Promise<NewsHeadline[]> {
  const { store, clock } = context;
  const found = new Map<string, NewsHeadline>();
  const monitors = await store.monitors.list(await store.accounts.viewer(principal.account.id));
  const newest = monitors.filter(({ status }) => status === 'active').slice(-maxMonitors);
  for (const { prompt } of newest) {
    // A search blocks the event loop for a while; let other requests run in between.
    await setImmediate();
    const options = {
      query: parseMonitorPrompt(prompt).words,
      limit: itemsPerMonitor,
      now: clock.now(),
    };
    for (const { item } of await searchRelevant(store.news, options)) {
      found.set(item.id, item);
    }
  }
  return [...found.values()].sort((a, b) => (b.publication_date ?? 0) - (a.publication_date ?? 0));
}
