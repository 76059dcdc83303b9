import type { NewsItem } from '../../../contract/news.ts';
import type { NewsHeadline } from '../../store/store.ts';
import { toTimestampOrNull } from '../../timestamp.ts';

/** A stored news item as responses show it, without its body. */
export function toNewsItem(item: NewsHeadline): NewsItem {
  const { id, title, description, url, publication_date, source } = item;
  return {
    id,
    title,
    description,
    url,
    publication_date: toTimestampOrNull(publication_date),
    source,
  };
}
