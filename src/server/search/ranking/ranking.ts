import { WorkSlices } from '../../../node/work-slices.ts';
import type { RankableItem } from '../../store/store.ts';
import type { TermSpan } from '../index/ranking-terms.ts';
import { termId } from '../text/term-id.ts';
import { adjacencies } from './adjacency.ts';
import type { WeightedConcept, WeightedConcepts } from './concepts.ts';
import { learnTerms } from './feedback.ts';
import { newestFirst } from './newest-first.ts';
import { type FieldLengths, relevances, type TermGroup } from './relevance.ts';
import { TermOccurrences } from './term-occurrences.ts';

export interface RankedCandidate {
  candidate: RankableItem;
  /** Above 0 and up to 1, with 4 decimals. */
  score: number;
}

/** Maximum number of concepts of a short query, whose words often stand together or in titles. */
const maxShortQuery = 8;
/** Number of occurrences in the text that count as much as one in the title. */
const titleBoost = { short: 2, long: 1 };
/** The share of neighboring words in the relevance to a short query of several words. */
const adjacencyShare = 0.2;
/** The share of the terms from feedback in the relevance. */
const feedbackShare = 0.3;
/** Share of a score that does not depend on age, so that relevance decides between old items. */
const recencyFloor = 0.8;
/** Age in milliseconds that halves the remaining share. */
const halfAge = 3 * 24 * 60 * 60 * 1000;

/** The parameters of the scores. */
export interface ScoreOptions extends WeightedConcepts {
  /** Of all items of the store. */
  averages: FieldLengths;
}

/** What candidates are ranked by. */
export interface RankOptions extends ScoreOptions {
  /** In milliseconds. */
  now: number;
  work?: WorkSlices;
}

/**
 * Ranks candidates by relevance and recency, best first. Equal scores are ordered newest first,
 * then by id.
 */
export async function rank(
  candidates: readonly RankableItem[],
  { concepts, coverage, averages, now, work = new WorkSlices() }: RankOptions,
): Promise<RankedCandidate[]> {
  await work.next();
  const groups = termGroups(concepts);
  const texts = candidates.map(({ terms }) => terms);
  const occurrences = occurrencesOf(texts, groups);
  await work.next();
  const byQuery = queryRelevances(occurrences, groups, averages);
  await work.next();
  const learned = learnTerms(texts, byQuery);
  await work.next();
  const byFeedback = relevances(learned.occurrences, learned.groups, {
    averages,
    titleBoost: titleBoost.long,
  });
  await work.next();
  return candidates
    .map((candidate, index) => {
      const relevance =
        (1 - feedbackShare) * (byQuery[index] ?? 0) + feedbackShare * (byFeedback[index] ?? 0);
      return {
        candidate,
        score: rounded(coverage * relevance * recency(now - candidate.order_at)),
      };
    })
    .sort((a, b) => b.score - a.score || newestFirst(a.candidate, b.candidate));
}

/** The factor that reduces the score of old items: 1 at age 0, above {@link recencyFloor}. */
export function recency(age: number): number {
  const freshness = halfAge / (halfAge + Math.max(age, 0));
  return recencyFloor + (1 - recencyFloor) * freshness;
}

function queryRelevances(
  occurrences: TermOccurrences,
  groups: readonly TermGroup[],
  averages: FieldLengths,
): number[] {
  const isShort = groups.length <= maxShortQuery;
  const options = { averages, titleBoost: isShort ? titleBoost.short : titleBoost.long };
  const byTerms = relevances(occurrences, groups, options);
  if (!isShort || groups.length < 2) return byTerms;
  const byPairs = adjacencies(occurrences, groups, options);
  return byTerms.map(
    (each, index) => (1 - adjacencyShare) * each + adjacencyShare * (byPairs[index] ?? 0),
  );
}

function termGroups(concepts: readonly WeightedConcept[]): TermGroup[] {
  return concepts.map(({ term, alternatives, related, weight }) => ({
    terms: [term, ...alternatives].map(termId),
    related: related.map(termId),
    weight,
  }));
}

function occurrencesOf(texts: readonly TermSpan[], groups: readonly TermGroup[]): TermOccurrences {
  return new TermOccurrences(
    texts,
    groups.flatMap(({ terms, related = [] }) => [...terms, ...related]),
  );
}

function rounded(score: number): number {
  return Math.min(Math.max(Math.round(score * 1e4) / 1e4, 1e-4), 1);
}
