import type {
  AddedNews,
  ArrivalHistory,
  IndexedNewsItem,
  ItemText,
  NewsItemRecord,
} from '../store.ts';

/** The items of a batch that must be written, and the counts to report. */
export interface PlannedAddition {
  counts: AddedNews;
  /** New and changed items, each id once, in the order of the batch. */
  changed: NumberedItem[];
  /** The highest number of an arrival of the addition; 0 if there is none. */
  lastArrival: number;
}

/** A news item with the numbers of its arrivals. */
export type NumberedItem = Omit<IndexedNewsItem, 'history'> & ArrivalHistory;

/** A stored news item, the time that orders it, and the numbers of its arrivals. */
export type StoredItem = NewsItemRecord & Pick<IndexedNewsItem, 'order_at'> & ArrivalHistory;

/** The state of the news and of its matching before an addition. */
export interface ArrivalState {
  /** Returns the number of the next arrival. */
  nextArrival(): number;
  /** The number of the last arrival that was matched with monitors. */
  matchedUntil: number;
}

/**
 * @param stored the stored versions of the items in the batch, by id
 */
export function planAddition(
  stored: ReadonlyMap<string, StoredItem>,
  items: readonly IndexedNewsItem[],
  state: ArrivalState,
): PlannedAddition {
  let lastArrival = 0;
  const counts: AddedNews = { added: 0, updated: 0, unchanged: 0, removed: 0 };
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
    const arrived = hasSameText
      ? historyOf(previous)
      : (item.history ?? arrivalOf(previous, state));
    lastArrival = Math.max(lastArrival, arrived.arrival);
    changed.set(item.id, numbered(item, order_at, arrived));
  }
  return { counts, changed: [...changed.values()], lastArrival };
}

/** Names each field: copying all fields of an object takes several times as long. */
function numbered(
  item: IndexedNewsItem,
  order_at: number,
  { arrival, first_arrival, earlier_text }: ArrivalHistory,
): NumberedItem {
  return {
    id: item.id,
    title: item.title,
    description: item.description,
    url: item.url,
    source: item.source,
    publication_date: item.publication_date,
    body: item.body,
    terms: item.terms,
    ranking_terms: item.ranking_terms,
    order_at,
    arrival,
    first_arrival,
    earlier_text,
  };
}

/** The history of an item that arrives now, as a new one or instead of a previous version. */
function arrivalOf(
  previous: (ItemText & ArrivalHistory) | undefined,
  { nextArrival, matchedUntil }: ArrivalState,
): ArrivalHistory {
  const arrival = nextArrival();
  if (!previous) return { arrival, first_arrival: arrival, earlier_text: null };
  const { first_arrival, earlier_text } = previous;
  // Monitors know the text from before the versions that were not matched.
  const isMatched = previous.arrival <= matchedUntil;
  return {
    arrival,
    first_arrival,
    earlier_text: (isMatched ? null : earlier_text) ?? textOf(previous),
  };
}

function textOf({ title, description, body }: ItemText): string {
  return JSON.stringify({ title, description, body } satisfies ItemText);
}

function historyOf({ arrival, first_arrival, earlier_text }: ArrivalHistory): ArrivalHistory {
  return { arrival, first_arrival, earlier_text };
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

function sameText(a: ItemText, b: ItemText): boolean {
  return a.title === b.title && a.description === b.description && a.body === b.body;
}
