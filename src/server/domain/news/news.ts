import { setImmediate } from 'node:timers/promises';
import type { OutputOf } from '../../../contract/operation.ts';
import type { Operations } from '../../../contract/operations.ts';
import { defaultLimit } from '../../../contract/shared-fields.ts';
import { searchNews, searchRelevant } from '../../search/search.ts';
import type { NewsHeadline } from '../../store/store.ts';
import { ApiError } from '../api-error.ts';
import { type Context, type Handlers, ownersOf, type Principal } from '../context.ts';
import { parseMonitorPrompt } from '../monitors/monitor-prompt.ts';
import { Serialized } from '../serialized.ts';
import { newsResponse } from './news-response.ts';
import { ResponseCache } from './response-cache.ts';

/** How many items of each monitor `news.mine` looks at before it takes the newest of all. */
const perMonitor = 100;

/** How many of the caller's monitors it looks at, the newest. */
const monitorsOfMine = 50;

/** Age counts in whole minutes, and so does `hours_ago`: within one, a search finds the same. */
const minute = 60_000;

/** Characters, as JSON, of all searches' answers that are kept to be given again. */
const mostKept = 8_000_000;

export function newsHandlers(context: Context): Handlers<Operations['news']> {
  const { store, clock } = context;
  const searches = new ResponseCache<Serialized<OutputOf<Operations['news']['search']>>>(
    mostKept,
    ({ json }) => json.length,
  );
  return {
    async search({ query, hours_ago, limit = defaultLimit }) {
      const now = Math.floor(clock.now() / minute) * minute;
      const question = JSON.stringify([query, limit, hours_ago]);
      const state = `${now} ${await store.news.generation()}`;
      return searches.get(question, state, async () => {
        const since = hours_ago === undefined ? {} : { hours_ago };
        const found = await searchNews(store.news, { query, limit, now, ...since });
        const items = found.map(({ item, score }) => ({ ...newsResponse(item), score }));
        return new Serialized({ items });
      });
    },

    async latest({ limit = defaultLimit }) {
      return { items: (await store.news.latest(limit)).map(newsResponse) };
    },

    async mine({ limit = defaultLimit }, caller) {
      const items = await itemsOfMonitors(context, caller);
      return { items: items.slice(0, limit).map(newsResponse) };
    },

    async get({ id }) {
      const item = await store.news.get(id);
      if (!item) throw new ApiError('not_found', `there is no news item ${JSON.stringify(id)}`);
      return { ...newsResponse(item), body: item.body };
    },
  };
}

/** What fits any of the caller's active monitors, each item once, newest first. */
async function itemsOfMonitors(context: Context, caller: Principal): Promise<NewsHeadline[]> {
  const { store, clock } = context;
  const found = new Map<string, NewsHeadline>();
  const monitors = await store.monitors.list(await ownersOf(context, caller));
  const newest = monitors.filter(({ status }) => status === 'active').slice(-monitorsOfMine);
  for (const { prompt } of newest) {
    // A search takes the thread for a while: other requests get their turn between two.
    await setImmediate();
    const options = {
      query: parseMonitorPrompt(prompt).words,
      limit: perMonitor,
      now: clock.now(),
    };
    for (const { item } of await searchRelevant(store.news, options)) {
      found.set(item.id, item);
    }
  }
  return [...found.values()].sort(
    (one, other) => (other.publication_date ?? 0) - (one.publication_date ?? 0),
  );
}
