import type { AddedNews, IndexedNewsItem, NewsItemRecord } from '../store.ts';

/** The items of a batch that must be written, and the counts to report. */
export interface PlannedAddition {
  counts: AddedNews;
  /** New and changed items, each id once, in the order of the batch. */
  changed: NumberedItem[];
  /** The number of the last arrival after the addition. */
  lastArrival: number;
}

/** A news item with the number of its arrival. */
export type NumberedItem = IndexedNewsItem & { arrival: number };

/** A stored news item, the time that orders it, and the number of its arrival. */
export type StoredItem = NewsItemRecord & Pick<NumberedItem, 'order_at' | 'arrival'>;

/**
 * @param stored the stored versions of the items in the batch, by id
 * @param lastArrival the number of the last arrival before
 */
export function planAddition(
  stored: ReadonlyMap<string, StoredItem>,
  items: readonly IndexedNewsItem[],
  lastArrival: number,
): PlannedAddition {
  let last = lastArrival;
  const counts: AddedNews = { added: 0, updated: 0, unchanged: 0 };
  const changed = new Map<string, NumberedItem>();
  for (const item of items) {
    const previous = changed.get(item.id) ?? stored.get(item.id);
    if (previous && sameContent(previous, item)) {
      counts.unchanged += 1;
      continue;
    }
    counts[previous ? 'updated' : 'added'] += 1;
    // An item that is still undated keeps the time at which it was first added.
    const hasSameDate = previous?.publication_date === item.publication_date;
    const order_at = previous && hasSameDate ? previous.order_at : item.order_at;
    const hasSameText = previous !== undefined && sameText(previous, item);
    const arrival = hasSameText ? previous.arrival : (item.arrival ?? last + 1);
    last = Math.max(last, arrival);
    changed.set(item.id, { ...item, order_at, arrival });
  }
  return { counts, changed: [...changed.values()], lastArrival: last };
}

/** Compares all fields of two items that have the same id. */
function sameContent(a: NewsItemRecord, b: NewsItemRecord): boolean {
  return (
    sameText(a, b) &&
    a.url === b.url &&
    a.source === b.source &&
    a.publication_date === b.publication_date
  );
}

function sameText(a: NewsItemRecord, b: NewsItemRecord): boolean {
  return a.title === b.title && a.description === b.description && a.body === b.body;
}
