import type { NewsCandidate } from '../../store/store.ts';
import type { RankingTerms } from '../index/ranking-terms.ts';
import { termId } from '../index/term-ids.ts';
import { commonTerms } from '../text/stop-words.ts';
import { learnTerms } from './feedback.ts';
import { proximities } from './proximity.ts';
import { type Concept, rarity, relevances } from './relevance.ts';
import { TermPositions } from './term-positions.ts';

/** A candidate with the terms that it is ranked by. */
export interface CandidateText extends RankingTerms {
  candidate: NewsCandidate;
}

export interface RankedCandidate {
  candidate: NewsCandidate;
  /** Above 0 and up to 1, with 4 decimals. */
  score: number;
}

/** What the collection says of the query's terms and of those related to them. */
export interface TermStatistics {
  /** How many items there are. */
  size: number;
  /** In how many of them a term occurs. */
  frequencies: ReadonlyMap<string, number>;
}

/** As though so many ordinary stories were there too: a small collection cannot know what is rare. */
const priorSize = 1_000;
/** How many of those have a common word. */
const priorFrequency = 100;
/** What neighbourhood in the text can add to the relevance of the terms. */
const proximityShare = 0.15;
/** How much of the relevance is learned from the best candidates. */
const feedbackShare = 0.4;
/** What the index's own relevance, which knows the end of long texts too, is worth. */
const indexShare = 0.05;
/** Age takes away no more than the rest: in an old collection relevance alone orders. */
const recencyFloor = 0.8;
/** The age at which half of what age can take is taken. */
const halfAge = 3 * 24 * 60 * 60 * 1000;

/**
 * Orders candidates by relevance and recency, the best first; of equally good ones the newest, then
 * by id.
 *
 * @param terms the query's, distinct, in reading order
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
  const found = new TermPositions(
    texts,
    concepts.flatMap(({ term, related = [] }) => [term, ...related]),
  );
  const near = proximities(found, concepts);
  const asked = relevances(found, concepts).map(
    (relevance, at) => relevance + proximityShare * (near[at] ?? 0),
  );
  const learned = learnTerms(texts, asked);
  const alike = relevances(learned.found, learned.concepts);
  const strongest = Math.max(
    ...texts.map(({ candidate }) => candidate.relevance),
    Number.MIN_VALUE,
  );
  return texts
    .map(({ candidate }, at) => {
      const topical =
        (1 - feedbackShare - indexShare) * (asked[at] ?? 0) +
        feedbackShare * (alike[at] ?? 0) +
        indexShare * Math.max(candidate.relevance / strongest, 0);
      const score = topical * recency(now - candidate.order_at);
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
 * Terms with their inverse document frequency: one that few items have says more. A term that no
 * item has is as rare as the commonest of those related to it.
 */
export function toConcepts(
  terms: readonly string[],
  related: ReadonlyMap<string, readonly string[]>,
  { size, frequencies }: TermStatistics,
): Concept[] {
  const total = size + priorSize;
  return terms.map((term) => {
    const others = related.get(term) ?? [];
    const found =
      frequencies.get(term) ?? Math.max(0, ...others.map((other) => frequencies.get(other) ?? 0));
    const frequency = Math.min(found, size) + (commonTerms().has(term) ? priorFrequency : 0);
    return { term: termId(term), weight: rarity(frequency, total), related: others.map(termId) };
  });
}

/** From 1 for what is new, down to the floor. */
export function recency(age: number): number {
  const freshness = halfAge / (halfAge + Math.max(age, 0));
  return recencyFloor + (1 - recencyFloor) * freshness;
}
