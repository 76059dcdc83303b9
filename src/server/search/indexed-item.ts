import type { IndexedNewsItem, NewsItemRecord } from '../store/store.ts';
import { type Analysis, analyze } from './analyzer.ts';
import { itemText } from './item-text.ts';
import { packedTerms } from './ranking-terms.ts';

// No database keeps these in a text: SQLite ends it there, PostgreSQL refuses it.
const unstorable = /[\0\p{Cs}]/gu;

/**
 * An item with its terms and its place in time. NUL and lone surrogates become U+FFFD in its texts.
 *
 * @param now in milliseconds; an item without a date, or with one still to come, is ordered here
 */
export function indexed(item: NewsItemRecord, now: number): IndexedNewsItem {
  const stored: NewsItemRecord = {
    id: storable(item.id),
    title: storable(item.title),
    description: storable(item.description),
    url: item.url === null ? null : storable(item.url),
    source: item.source === null ? null : storable(item.source),
    publication_date: item.publication_date,
    body: item.body === null ? null : storable(item.body),
  };
  const [title, text] = [analyze(stored.title), analyze(itemText(stored))];
  return {
    ...stored,
    order_at: Math.min(item.publication_date ?? now, now),
    terms: { title: allTerms(title), text: allTerms(text) },
    ranking_terms: packedTerms(title, text),
  };
}

function storable(text: string): string {
  return text.replace(unstorable, '\ufffd');
}

function allTerms({ terms, variants }: Analysis): string[] {
  return variants.length > 0 ? [...terms, ...variants] : terms;
}
