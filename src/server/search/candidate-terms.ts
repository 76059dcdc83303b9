import type { WeightedTerm } from '../store/store.ts';
import type { TermStatistics, WeightedConcept } from './ranking/concepts.ts';
import { relatedShare } from './ranking/relevance.ts';

/** Maximum sum of the document frequencies of the chosen terms. */
const maxMatches = 40_000;
/** Number of newest matches that become candidates if the terms occur in too many items. */
const newestMatches = 5_000;
/** Number of newest items containing all words of the phrases that are checked for the phrases. */
const newestForPhrases = 20_000;
/** Factor by which weights are multiplied before they are rounded to integers. */
const scale = 1000;
/** Additional weight of an occurrence in the title, as a share of the weight of the term. */
const titleShare = 0.8;

/** The terms that select the candidates of a query. */
export interface CandidateTerms {
  terms: WeightedTerm[];
  /** Maximum number of candidates, which are then the newest matches (default: all matches). */
  newest?: number;
}

/**
 * The weight of each term of the concepts in the relevance of a candidate. A term of several concepts
 * has the highest of its weights.
 */
export function candidateWeights(concepts: readonly WeightedConcept[]): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (term: string, weight: number) =>
    weights.set(term, Math.max(weights.get(term) ?? 0, weight));
  for (const { term, alternatives, related, weight } of concepts) {
    for (const each of [term, ...alternatives]) add(each, weight);
    for (const each of related) add(each, relatedShare * weight);
  }
  return weights;
}

/**
 * Chooses the terms that select candidates, the same way for every store: the rarest terms, at least
 * one. The relevance of an item is the sum of the weights of the chosen terms in it. Weights are
 * integers, so that every store computes the same sums.
 *
 * @param weights terms that occur in no item are ignored
 */
export function candidateTerms(
  weights: ReadonlyMap<string, number>,
  { frequencies }: TermStatistics,
  phrases: readonly (readonly string[])[],
): CandidateTerms {
  const occurring = [...weights.keys()].flatMap((term) => {
    const frequency = frequencies.get(term);
    return frequency === undefined ? [] : [[term, frequency] as const];
  });
  const rarestFirst = occurring.sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  let matches = 0;
  const chosen = rarestFirst.filter(([, frequency], at) => {
    matches += frequency;
    return at === 0 || matches <= maxMatches;
  });
  const terms = chosen.map(([term]) => weighted(term, weights));
  if (phrases.length > 0) return { terms, ...newestHavingWords(phrases, frequencies) };
  const [, rarest = 0] = rarestFirst[0] ?? [];
  return rarest > maxMatches ? { terms, newest: newestMatches } : { terms };
}

/** Chooses all terms, for a period in which the rarest terms find too few items. */
export function allTerms(
  weights: ReadonlyMap<string, number>,
  { frequencies }: TermStatistics,
): CandidateTerms {
  const occurring = [...weights.keys()].filter((term) => frequencies.has(term));
  return { terms: occurring.map((term) => weighted(term, weights)), newest: newestMatches };
}

function weighted(term: string, weights: ReadonlyMap<string, number>): WeightedTerm {
  const weight = weights.get(term) ?? 0;
  return {
    term,
    weight: Math.round(scale * weight),
    titleWeight: Math.round(scale * titleShare * weight),
  };
}

/** Limits the items with all words of the phrases, unless one of the words is rare. */
function newestHavingWords(
  phrases: readonly (readonly string[])[],
  frequencies: ReadonlyMap<string, number>,
): { newest?: number } {
  const rare = phrases
    .flat()
    .some((word) => (frequencies.get(word) ?? Number.POSITIVE_INFINITY) <= newestForPhrases);
  return rare ? {} : { newest: newestForPhrases };
}
