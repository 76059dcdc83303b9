import { WorkSlices } from '../../../node/work-slices.ts';
import type { NewsCandidate } from '../../store/store.ts';
import type { RankingTerms } from '../index/ranking-terms.ts';
import { commonTerms } from '../text/stop-words.ts';
import { termId } from '../text/term-id.ts';
import { learnTerms } from './feedback.ts';
import { type Concept, rarity, relevances, sum } from './relevance.ts';
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
  /** Number of items by term. Terms that occur in no item are absent. */
  frequencies: ReadonlyMap<string, number>;
}

/** Number of imaginary items in the statistics: frequencies in a small store are unreliable. */
const priorSize = 1_000;
/** Number of the imaginary items that contain each common word. */
const priorFrequency = 100;
/** The share of the terms from feedback in the relevance. */
const feedbackShare = 0.4;
/** Share of a score that does not depend on age, so that relevance decides between old items. */
const recencyFloor = 0.8;
/** Age in milliseconds that halves the remaining share. */
const halfAge = 3 * 24 * 60 * 60 * 1000;

/** What candidates are ranked by. */
export interface RankOptions {
  /** Distinct terms of the query, in reading order. */
  terms: readonly string[];
  /** Terms that count as much as a query term, by query term. */
  alternatives?: ReadonlyMap<string, readonly string[]>;
  /** Related terms by query term. */
  related: ReadonlyMap<string, readonly string[]>;
  statistics: TermStatistics;
  /** In milliseconds. */
  now: number;
  work?: WorkSlices;
}

/**
 * Ranks candidates by relevance and recency, best first. Equal scores are ordered newest first,
 * then by id.
 */
export async function rank(
  texts: readonly CandidateText[],
  {
    terms,
    alternatives = new Map(),
    related,
    statistics,
    now,
    work = new WorkSlices(),
  }: RankOptions,
): Promise<RankedCandidate[]> {
  await work.next();
  const concepts = toConcepts(terms, related, statistics, alternatives);
  const ids = concepts.flatMap((concept) => [
    concept.term,
    ...concept.alternatives,
    ...concept.related,
  ]);
  const occurrences = new TermOccurrences(texts, ids);
  await work.next();
  const byQuery = relevances(occurrences, concepts);
  await work.next();
  const learned = learnTerms(texts, byQuery);
  await work.next();
  const byFeedback = relevances(learned.occurrences, learned.concepts);
  await work.next();
  return texts
    .map(({ candidate }, index) => {
      const relevance =
        (1 - feedbackShare) * (byQuery[index] ?? 0) + feedbackShare * (byFeedback[index] ?? 0);
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
 * Weights the terms by inverse document frequency. A term that occurs in no item gets the frequency
 * of its most common related term.
 */
export function toConcepts(
  terms: readonly string[],
  related: ReadonlyMap<string, readonly string[]>,
  { size, frequencies }: TermStatistics,
  alternatives: ReadonlyMap<string, readonly string[]> = new Map(),
): Required<Concept>[] {
  return terms.map((term) => {
    const others = related.get(term) ?? [];
    const equals = alternatives.get(term) ?? [];
    const own = sum([term, ...equals].map((each) => frequencies.get(each) ?? 0));
    const items = own || Math.max(0, ...others.map((other) => frequencies.get(other) ?? 0));
    const frequency = Math.min(items, size) + (commonTerms().has(term) ? priorFrequency : 0);
    const weight = rarity(frequency, size + priorSize);
    return {
      term: termId(term),
      weight,
      alternatives: equals.map(termId),
      related: others.map(termId),
    };
  });
}

/** The factor that reduces the score of old items: 1 at age 0, above {@link recencyFloor}. */
export function recency(age: number): number {
  const freshness = halfAge / (halfAge + Math.max(age, 0));
  return recencyFloor + (1 - recencyFloor) * freshness;
}
