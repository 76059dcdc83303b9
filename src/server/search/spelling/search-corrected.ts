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
 * Like `searchNews`. If nothing is found as written, a word that no item has is corrected if one edit
 * makes it a word that some item has.
 */
export async function searchCorrected(
  store: NewsStore,
  search: NewsSearch,
  part: { offset: number; limit: number },
): Promise<CorrectedSearch> {
  const { work = new WorkSlices() } = search;
  const asWritten = { ...search, work };
  const items = await searchNews(store, asWritten, part);
  if (items.length > 0 || (await isFound(store, asWritten, part))) return { items };
  const corrected = await correctSpelling(store, search.query, work);
  if (corrected === undefined) return { items };
  const found = await searchNews(store, { ...asWritten, query: corrected }, part);
  return found.length > 0 ? { items: found, didYouMean: corrected } : { items };
}

/** Whether a search whose part of the ranking is empty has items before it. */
async function isFound(
  store: NewsStore,
  search: NewsSearch,
  { offset }: { offset: number },
): Promise<boolean> {
  if (offset === 0) return false;
  return (await searchNews(store, search, { offset: 0, limit: 1 })).length > 0;
}
