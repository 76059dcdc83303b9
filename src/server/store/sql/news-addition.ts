import type { AddedNews, IndexedNewsItem, NewsItemRecord } from '../store.ts';

/** What adding a batch has to write, and the counts to report. */
export interface PlannedAddition {
  counts: AddedNews;
  /** New and changed items, each id once, in the order of the batch. */
  changed: IndexedNewsItem[];
}

/** An item in the store. */
export type StoredItem = NewsItemRecord & Pick<IndexedNewsItem, 'order_at'>;

/** @param known those items of the batch that are stored, by id */
export function planAddition(
  known: ReadonlyMap<string, StoredItem>,
  items: readonly IndexedNewsItem[],
): PlannedAddition {
  const counts: AddedNews = { added: 0, updated: 0, unchanged: 0 };
  const changed = new Map<string, IndexedNewsItem>();
  for (const item of items) {
    const before = changed.get(item.id) ?? known.get(item.id);
    if (before && sameContent(before, item)) {
      counts.unchanged += 1;
      continue;
    }
    counts[before ? 'updated' : 'added'] += 1;
    // An item that never had a date keeps the time at which it was first added.
    const stays = before?.publication_date === item.publication_date;
    changed.set(item.id, before && stays ? { ...item, order_at: before.order_at } : item);
  }
  return { counts, changed: [...changed.values()] };
}

/** Whether a stored item and a given one are equal, apart from their ids. */
function sameContent(stored: NewsItemRecord, given: NewsItemRecord): boolean {
  return (
    stored.title === given.title &&
    stored.description === given.description &&
    stored.url === given.url &&
    stored.source === given.source &&
    stored.publication_date === given.publication_date &&
    stored.body === given.body
  );
}
