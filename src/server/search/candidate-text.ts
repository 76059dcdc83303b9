import type { NewsCandidate, NewsStore } from '../store/store.ts';
import { type RankingTerms, rankingTermsOf, unpackedTerms } from './ranking-terms.ts';

/** A candidate as the ranking reads it. */
export interface CandidateText extends RankingTerms {
  candidate: NewsCandidate;
}

/** Reads the candidates; those whose terms an earlier version did not keep are analyzed. */
export async function readCandidates(
  store: NewsStore,
  candidates: readonly NewsCandidate[],
): Promise<CandidateText[]> {
  const unkept = candidates.filter(({ ranking_terms }) => ranking_terms === null);
  const items = await store.items(unkept.map(({ key }) => key));
  return candidates.flatMap((candidate) => {
    const item = items.get(candidate.key);
    const packed = candidate.ranking_terms ?? (item && rankingTermsOf(item));
    return packed ? [{ candidate, ...unpackedTerms(packed) }] : [];
  });
}
