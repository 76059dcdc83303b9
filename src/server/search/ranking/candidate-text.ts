import type { NewsCandidate, NewsItemRecord, NewsStore } from '../../store/store.ts';
import { type RankingTerms, rankingTermsOf, unpackTerms } from '../index/ranking-terms.ts';

/** A candidate as the ranking reads it. */
export interface CandidateText extends RankingTerms {
  candidate: NewsCandidate;
}

const none: ReadonlyMap<number, NewsItemRecord> = new Map();

/** Reads the candidates; those whose terms an earlier version did not keep are analyzed. */
export async function readCandidates(
  store: NewsStore,
  candidates: readonly NewsCandidate[],
): Promise<CandidateText[]> {
  const unkept = candidates.filter(({ ranking_terms }) => ranking_terms === null);
  const items = unkept.length > 0 ? await store.items(unkept.map(({ key }) => key)) : none;
  return candidates.flatMap((candidate) => {
    const item = items.get(candidate.key);
    const packed = candidate.ranking_terms ?? (item && rankingTermsOf(item));
    return packed ? [{ candidate, ...unpackTerms(packed) }] : [];
  });
}
