import type { AnalyzedNewsItem, IndexedNewsItem, NewsItemRecord } from '../../store/store.ts';
import { itemTerms } from './item-terms.ts';
import { searchableText } from './searchable-text.ts';

/** An item with its terms. NUL and lone surrogates in its texts become U+FFFD. */
export function analyzeItem(item: NewsItemRecord): AnalyzedNewsItem {
  const storable: NewsItemRecord = {
    id: storableText(item.id),
    title: storableText(item.title),
    description: storableText(item.description),
    url: item.url === null ? null : storableText(item.url),
    source: item.source === null ? null : storableText(item.source),
    publication_date: item.publication_date,
    body: item.body === null ? null : storableText(item.body),
  };
  return { ...storable, ...itemTerms(storable.title, searchableText(storable)) };
}

/**
 * An item with the time that it is ordered by: its date, or `now` if it has none or a later one.
 *
 * @param now in milliseconds
 */
export function placeInTime(item: AnalyzedNewsItem, now: number): IndexedNewsItem {
  return { ...item, order_at: Math.min(item.publication_date ?? now, now) };
}

/** {@link analyzeItem} and {@link placeInTime}. */
export function indexItem(item: NewsItemRecord, now: number): IndexedNewsItem {
  return placeInTime(analyzeItem(item), now);
}

/** SQLite ends a text at NUL; PostgreSQL rejects NUL and lone surrogates. */
function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
