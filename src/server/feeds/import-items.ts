import type { NewsStore } from '../store/store.ts';
import { type ImportSummary, importEntries } from './import-news.ts';
import { parseNewsItem } from './item/parse-news-item.ts';
import { newsEntry } from './news-entry.ts';

/** Adds items with the fields of JSON Lines to a store. Invalid ones are counted as rejected. */
export function importItems(
  news: NewsStore,
  items: readonly object[],
  now: () => number,
): Promise<ImportSummary> {
  async function* entries() {
    for (const [index, item] of items.entries()) {
      const parsed = parseNewsItem(item);
      yield [newsEntry('rejected' in parsed ? parsed : { item: parsed }, `item ${index + 1}`)];
    }
  }
  return importEntries(news, entries(), 'items', { now });
}
