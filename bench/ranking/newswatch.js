/** Runs the search of the source code, without a server. */
import { register } from 'tsx/esm/api';
import { resultLimit } from './quality.js';

register();
const source = new URL('../../src/', import.meta.url);
const { indexItem } = await import(new URL('server/search/index/index-item.ts', source));
const { openSqliteStore } = await import(new URL('server/store/sqlite/sqlite-store.ts', source));

const now = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
/** Items that are indexed in one transaction. */
const batch = 500;

/** A store in memory with the items of a collection. */
export async function indexed({ items }) {
  const store = openSqliteStore(':memory:');
  const records = items.map(({ hoursAgo, ...item }) =>
    indexItem(
      { ...item, body: null, url: null, source: null, publication_date: now - hoursAgo * hour },
      now,
    ),
  );
  for (let at = 0; at < records.length; at += batch) {
    await store.news.add(records.slice(at, at + batch));
  }
  return store;
}

/**
 * The search of a folder with the source code, in a store of {@link indexed}.
 *
 * @param folder URL that ends with a slash (default: the source code of the project)
 */
export async function searchOf(store, folder = source) {
  const { searchNews } = await import(new URL('server/search/search.ts', folder));
  return async (query) => {
    const found = await searchNews(store.news, { query, limit: resultLimit, now });
    return found.map(({ item }) => item.id);
  };
}
