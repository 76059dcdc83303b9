import type { AnalyzedNewsItem } from '../../store/store.ts';
import type { RejectedEntry } from '../news-entry.ts';
import type { NewsBatch } from './news-batch.ts';

/**
 * A batch as it goes from thread to thread: a list for each field, and the ranking terms one after the
 * other in memory that is handed over. An object for each item would take three times as long.
 */
export interface PackedBatch {
  id: string[];
  title: string[];
  description: string[];
  url: (string | null)[];
  source: (string | null)[];
  publication_date: (number | null)[];
  body: (string | null)[];
  title_terms: string[];
  text_terms: string[];
  ranking_terms: Uint8Array<ArrayBuffer>;
  /** The bytes of it that each item has. */
  ranking_lengths: number[];
  rejections: RejectedEntry[];
}

export function packBatch({ items, rejections }: NewsBatch): PackedBatch {
  const ranking_lengths = items.map(({ ranking_terms }) => ranking_terms.length);
  const ranking_terms = new Uint8Array(ranking_lengths.reduce((sum, length) => sum + length, 0));
  let end = 0;
  for (const item of items) {
    ranking_terms.set(item.ranking_terms, end);
    end += item.ranking_terms.length;
  }
  return {
    id: items.map(({ id }) => id),
    title: items.map(({ title }) => title),
    description: items.map(({ description }) => description),
    url: items.map(({ url }) => url),
    source: items.map(({ source }) => source),
    publication_date: items.map(({ publication_date }) => publication_date),
    body: items.map(({ body }) => body),
    title_terms: items.map(({ terms }) => terms.title),
    text_terms: items.map(({ terms }) => terms.text),
    ranking_terms,
    ranking_lengths,
    rejections,
  };
}

export function unpackBatch(batch: PackedBatch): NewsBatch {
  let end = 0;
  const items = batch.id.map((id, at): AnalyzedNewsItem => {
    const start = end;
    end += batch.ranking_lengths[at] ?? 0;
    return {
      id,
      title: batch.title[at] ?? '',
      description: batch.description[at] ?? '',
      url: batch.url[at] ?? null,
      source: batch.source[at] ?? null,
      publication_date: batch.publication_date[at] ?? null,
      body: batch.body[at] ?? null,
      terms: { title: batch.title_terms[at] ?? '', text: batch.text_terms[at] ?? '' },
      ranking_terms: batch.ranking_terms.subarray(start, end),
    };
  });
  return { items, rejections: batch.rejections };
}
