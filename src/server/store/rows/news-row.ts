import type { NewsItemRecord } from '../news-store.ts';

export const headlineColumns = 'id, title, description, url, source, publication_date';
export const newsColumns = `${headlineColumns}, body`;

/** Whether a stored item and a given one are equal, apart from their ids. */
export function sameContent(stored: NewsItemRecord, given: NewsItemRecord): boolean {
  return (
    stored.title === given.title &&
    stored.description === given.description &&
    stored.url === given.url &&
    stored.source === given.source &&
    stored.publication_date === given.publication_date &&
    stored.body === given.body
  );
}
