import type { NewsItemRecord } from '../news.ts';

export const headlineColumns = 'id, title, description, url, source, publication_date';
export const newsColumns = `${headlineColumns}, body`;

/** Whether a known item says what a given one does. */
export function sameContent(known: NewsItemRecord, item: NewsItemRecord): boolean {
  return (
    known.title === item.title &&
    known.description === item.description &&
    known.url === item.url &&
    known.source === item.source &&
    known.publication_date === item.publication_date &&
    known.body === item.body
  );
}
