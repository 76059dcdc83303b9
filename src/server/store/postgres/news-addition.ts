import { sameContent } from '../rows/news-row.ts';
import type { AddedNews, IndexedNewsItem, NewsItemRecord } from '../store.ts';

/** What has to be written for a batch, and what is said of it. */
export interface Addition {
  counts: AddedNews;
  /** The new and the changed items, each id once, in the order of their coming. */
  changed: IndexedNewsItem[];
}

/** An item as it stands in the store. */
export type KnownItem = NewsItemRecord & Pick<IndexedNewsItem, 'order_at'>;

/** @param known the batch's items that the store has, by their ids */
export function planAddition(
  known: ReadonlyMap<string, KnownItem>,
  items: readonly IndexedNewsItem[],
): Addition {
  const counts: AddedNews = { added: 0, updated: 0, unchanged: 0 };
  const changed = new Map<string, IndexedNewsItem>();
  for (const item of items) {
    const before = changed.get(item.id) ?? known.get(item.id);
    if (before && sameContent(before, item)) {
      counts.unchanged += 1;
      continue;
    }
    counts[before ? 'updated' : 'added'] += 1;
    // An item that never had a date of its own keeps the time at which it came first.
    const stays = before?.publication_date === item.publication_date;
    changed.set(item.id, before && stays ? { ...item, order_at: before.order_at } : item);
  }
  return { counts, changed: [...changed.values()] };
}
