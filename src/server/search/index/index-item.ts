import type { IndexedNewsItem, NewsItemRecord } from '../../store/store.ts';
import { itemTerms } from './item-terms.ts';

/**
 * Prepares an item for the index. `order_at` is its publication date, or `now` if that is missing
 * or later. NUL and lone surrogates in its texts become U+FFFD.
 *
 * @param now in milliseconds
 */
export function indexItem(item: NewsItemRecord, now: number): IndexedNewsItem {
  const title = storableText(item.title);
  const description = storableText(item.description);
  const source = item.source === null ? null : storableText(item.source);
  const body = item.body === null ? null : storableText(item.body);
  const { terms, ranking_terms } = itemTerms(title, searchableText({ description, body, source }));
  return {
    id: storableText(item.id),
    title,
    description,
    url: item.url === null ? null : storableText(item.url),
    source,
    publication_date: item.publication_date,
    body,
    terms,
    ranking_terms,
    order_at: Math.min(item.publication_date ?? now, now),
  };
}

/** SQLite ends a text at NUL; PostgreSQL rejects NUL and lone surrogates. */
function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** The text of an item apart from its title: description, body and source. */
function searchableText({
  description,
  body,
  source,
}: Pick<NewsItemRecord, 'description' | 'body' | 'source'>): string {
  const text = withoutRepetition(description, body);
  return source === null ? text : `${text}\n\n${source}`;
}

/** A description that only repeats part of the body must not count twice. */
function withoutRepetition(description: string, body: string | null): string {
  if (body === null) return description;
  const lead = description
    .trimEnd()
    .replace(/(?:…|\.\.\.|\[\.\.\.\]|\[…\])$/, '')
    .trimEnd();
  return body.includes(lead) ? body : `${description}\n\n${body}`;
}
