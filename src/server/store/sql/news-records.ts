import { newestFirst } from '../../search/ranking/newest-first.ts';
import type { NewsCandidate } from '../news-store.ts';

export const headlineColumns = 'id, title, description, url, source, publication_date';
export const newsColumns = `${headlineColumns}, body`;
/** Characters of a body that `NewsStore.bodies` returns. */
export const maxBodyLength = 4_000;

/** The columns of an `ArrivalHistory`. */
export const historyColumns = 'arrival, first_arrival, earlier_text';

/**
 * Returns the first candidates in the order that all stores share. The store must pass every
 * candidate that can be among them, including all ties with the last in relevance and time.
 */
export function firstCandidates(
  candidates: readonly NewsCandidate[],
  limit: number,
): NewsCandidate[] {
  return candidates
    .toSorted((a, b) => b.relevance - a.relevance || newestFirst(a, b))
    .slice(0, limit);
}
