import type { NewsCandidate } from '../../store/store.ts';
import type { RankingTerms } from '../index/ranking-terms.ts';
import { commonTerms } from '../text/stop-words.ts';
import { termId } from '../text/term-id.ts';
import { learnTerms } from './feedback.ts';
import { type Concept, rarity, relevances } from './relevance.ts';
import { TermOccurrences } from './term-occurrences.ts';

/** A candidate with the terms that it is ranked by. */
export interface CandidateText extends RankingTerms {
  candidate: NewsCandidate;
}

export interface RankedCandidate {
  candidate: NewsCandidate;
  /** Above 0 and up to 1, with 4 decimals. */
  score: number;
}

/** Statistics of the store for the terms of a query and those related to them. */
export interface TermStatistics {
  /** The number of items. */
  size: number;
  /** In how many items each term occurs. Terms that occur in no item are absent. */
  frequencies: ReadonlyMap<string, number>;
}

/** Ordinary items that are added to the statistics: a small store cannot tell what is rare. */
const priorSize = 1_000;
/** How many of these have a common word. */
const priorFrequency = 100;
/** The share of the terms from feedback in the relevance. */
const feedbackShare = 0.4;
/** The part of a score that age does not reduce: in a store of old items, relevance decides. */
const recencyFloor = 0.8;
/** The age in milliseconds at which a score has lost half of what age can reduce. */
const halfAge = 3 * 24 * 60 * 60 * 1000;

/**
 * Orders candidates by relevance and recency, the best first; of equally good ones the newest, then
 * by id.
 *
 * @param terms of the query, distinct, in reading order
 * @param related other terms for some of them
 * @param now in milliseconds
 */
export function rank(
  texts: readonly CandidateText[],
  terms: readonly string[],
  related: ReadonlyMap<string, readonly string[]>,
  statistics: TermStatistics,
  now: number,
): RankedCandidate[] {
  const concepts = toConcepts(terms, related, statistics);
  const ids = concepts.flatMap(({ term, related }) => [term, ...related]);
  const asked = relevances(new TermOccurrences(texts, ids), concepts);
  const learned = learnTerms(texts, asked);
  const alike = relevances(learned.occurrences, learned.concepts);
  return texts
    .map(({ candidate }, at) => {
      const relevance = (1 - feedbackShare) * (asked[at] ?? 0) + feedbackShare * (alike[at] ?? 0);
      const score = relevance * recency(now - candidate.order_at);
      return { candidate, score: Math.min(Math.max(Math.round(score * 1e4) / 1e4, 1e-4), 1) };
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.candidate.order_at - a.candidate.order_at ||
        (a.candidate.id < b.candidate.id ? -1 : 1),
    );
}

/**
 * The terms with their inverse document frequency as weight. A term that occurs in no item is as rare
 * as the most common of its related terms.
 */
export function toConcepts(
  terms: readonly string[],
  related: ReadonlyMap<string, readonly string[]>,
  { size, frequencies }: TermStatistics,
): Required<Concept>[] {
  return terms.map((term) => {
    const others = related.get(term) ?? [];
    const found =
      frequencies.get(term) ?? Math.max(0, ...others.map((other) => frequencies.get(other) ?? 0));
    const frequency = Math.min(found, size) + (commonTerms().has(term) ? priorFrequency : 0);
    const weight = rarity(frequency, size + priorSize);
    return { term: termId(term), weight, related: others.map(termId) };
  });
}

/** A factor from 1 for a new item down to the floor. */
export function recency(age: number): number {
  const freshness = halfAge / (halfAge + Math.max(age, 0));
  return recencyFloor + (1 - recencyFloor) * freshness;
}
