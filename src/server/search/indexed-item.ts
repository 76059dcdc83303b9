import type { IndexedNewsItem, NewsItemRecord } from '../store/store.ts';
import { analyze } from './analyzer.ts';

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
  return {
    ...stored,
    order_at: Math.min(item.publication_date ?? now, now),
    terms: { title: fieldTerms(stored.title), text: fieldTerms(itemText(stored)) },
  };
}

function storable(text: string): string {
  return text.replace(unstorable, '\ufffd');
}

/** The text below the title: description, body and source; what two of them say only once. */
export function itemText({ description, body, source }: NewsItemRecord): string {
  const text = story(description, body);
  return source === null ? text : `${text}\n\n${source}`;
}

function story(description: string, body: string | null): string {
  if (body === null) return description;
  const lead = description.replace(/\s*(?:…|\.\.\.|\[\.\.\.\]|\[…\])\s*$/, '');
  return body.includes(lead) ? body : `${description}\n\n${body}`;
}

function fieldTerms(text: string): string[] {
  const { terms, variants } = analyze(text);
  return variants.length > 0 ? [...terms, ...variants] : terms;
}
