import type { AddedNews, IndexedNewsItem, NewsItemRecord } from '../store.ts';

/** The items of a batch that must be written, and the counts to report. */
export interface PlannedAddition {
  counts: AddedNews;
  /** New and changed items, each id once, in the order of the batch. */
  changed: IndexedNewsItem[];
}

/** A stored news item and the time that orders it. */
export type StoredItem = NewsItemRecord & Pick<IndexedNewsItem, 'order_at'>;

/** @param stored the stored versions of the items in the batch, by id */
export function planAddition(
  stored: ReadonlyMap<string, StoredItem>,
  items: readonly IndexedNewsItem[],
): PlannedAddition {
  const counts: AddedNews = { added: 0, updated: 0, unchanged: 0 };
  const changed = new Map<string, IndexedNewsItem>();
  for (const item of items) {
    const previous = changed.get(item.id) ?? stored.get(item.id);
    if (previous && sameContent(previous, item)) {
      counts.unchanged += 1;
      continue;
    }
    counts[previous ? 'updated' : 'added'] += 1;
    // An item that is still undated keeps the time at which it was first added.
    const hasSameDate = previous?.publication_date === item.publication_date;
    changed.set(item.id, previous && hasSameDate ? { ...item, order_at: previous.order_at } : item);
  }
  return { counts, changed: [...changed.values()] };
}

/** Compares all fields of two items that have the same id. */
function sameContent(a: NewsItemRecord, b: NewsItemRecord): boolean {
  return (
    a.title === b.title &&
    a.description === b.description &&
    a.url === b.url &&
    a.source === b.source &&
    a.publication_date === b.publication_date &&
    a.body === b.body
  );
}
