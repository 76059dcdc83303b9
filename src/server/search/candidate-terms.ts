import type { WeightedTerm } from '../store/store.ts';
import type { TermStatistics } from './ranking/ranking.ts';
import { rarity } from './ranking/relevance.ts';

/** Items that the chosen terms may occur in, all together. */
const maxMatches = 40_000;
/** If even the rarest term occurs in more items: how many of the newest of them count. */
const newestMatches = 5_000;
/** Items that have all words of the phrases and are searched for the phrases, the newest first. */
const newestForPhrases = 20_000;
/** Precision of the integer weights. */
const scale = 1000;
/** What an occurrence in the title adds to the weight of a term. */
const titleShare = 0.8;

/** What selects the candidates of a query. */
export interface CandidateTerms {
  terms: WeightedTerm[];
  newest?: number;
}

/**
 * The rule by which every store selects candidates: the rarest terms, at least one, find items; an
 * item's relevance is the sum of the weights of the terms that it has, and a weight is the term's
 * inverse document frequency. Weights are integers, so that every store computes the same sums.
 */
export function candidateTerms(
  statistics: TermStatistics,
  phrases: readonly (readonly string[])[],
): CandidateTerms {
  const { frequencies } = statistics;
  const rarestFirst = [...frequencies].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  let matches = 0;
  const chosen = rarestFirst.filter(([, frequency], at) => {
    matches += frequency;
    return at === 0 || matches <= maxMatches;
  });
  const terms = chosen.map(([term]) => weighted(term, statistics));
  if (phrases.length > 0) return { terms, ...newestHavingWords(phrases, frequencies) };
  const [, rarest = 0] = rarestFirst[0] ?? [];
  return rarest > maxMatches ? { terms, newest: newestMatches } : { terms };
}

/** Every term, among the newest items: for a time in which the rarest terms find too little. */
export function allTerms(statistics: TermStatistics): CandidateTerms {
  const terms = [...statistics.frequencies.keys()].map((term) => weighted(term, statistics));
  return { terms, newest: newestMatches };
}

function weighted(term: string, { size, frequencies }: TermStatistics): WeightedTerm {
  const weight = rarity(frequencies.get(term) ?? 0, size);
  return {
    term,
    weight: Math.round(scale * weight),
    titleWeight: Math.round(scale * titleShare * weight),
  };
}

/** Needed only if each word of the phrases may occur in more items. */
function newestHavingWords(
  phrases: readonly (readonly string[])[],
  frequencies: ReadonlyMap<string, number>,
): { newest?: number } {
  const rare = phrases
    .flat()
    .some((word) => (frequencies.get(word) ?? Number.POSITIVE_INFINITY) <= newestForPhrases);
  return rare ? {} : { newest: newestForPhrases };
}
