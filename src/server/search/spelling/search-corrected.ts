import { WorkSlices } from '../../../node/work-slices.ts';
import type { NewsStore } from '../../store/store.ts';
import { type NewsSearch, type RankedItem, searchNews } from '../search.ts';
import { correctSpelling } from './correct-spelling.ts';

export interface CorrectedSearch {
  items: RankedItem[];
  /** The corrected query that the items were found by. */
  didYouMean?: string;
}

/**
 * Like `searchNews`, but a word that no item has is corrected if one edit makes it a word that some
 * item has.
 */
export async function searchCorrected(
  store: NewsStore,
  search: NewsSearch,
  part: { offset: number; limit: number },
): Promise<CorrectedSearch> {
  const { work = new WorkSlices() } = search;
  const corrected = await correctSpelling(store, search.query, work);
  if (corrected !== undefined) {
    const items = await searchNews(store, { ...search, query: corrected, work }, part);
    if (items.length > 0) return { items, didYouMean: corrected };
  }
  return { items: await searchNews(store, { ...search, work }, part) };
}
