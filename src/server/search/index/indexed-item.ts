import type { AnalyzedNewsItem, IndexedNewsItem, NewsItemRecord } from '../../store/store.ts';
import { itemTerms } from './item-terms.ts';
import { indexedText } from './item-text.ts';

/** An item with its terms. NUL and lone surrogates become U+FFFD in its texts. */
export function analyzed(item: NewsItemRecord): AnalyzedNewsItem {
  const stored: NewsItemRecord = {
    id: storable(item.id),
    title: storable(item.title),
    description: storable(item.description),
    url: item.url === null ? null : storable(item.url),
    source: item.source === null ? null : storable(item.source),
    publication_date: item.publication_date,
    body: item.body === null ? null : storable(item.body),
  };
  return Object.assign(stored, itemTerms(stored.title, indexedText(stored)));
}

/**
 * Gives an item its place in time.
 *
 * @param now in milliseconds; an item without a date, or with one still to come, is ordered here
 */
export function ordered(item: AnalyzedNewsItem, now: number): IndexedNewsItem {
  return Object.assign(item, { order_at: Math.min(item.publication_date ?? now, now) });
}

/** What the store takes of an item: {@link analyzed} and {@link ordered}. */
export function indexed(item: NewsItemRecord, now: number): IndexedNewsItem {
  return ordered(analyzed(item), now);
}

/** No database keeps NUL and halves of characters in a text: SQLite ends it there, PostgreSQL refuses it. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
