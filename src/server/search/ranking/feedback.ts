import { once } from '../../../contract/once.ts';
import type { RankingTerms } from '../index/ranking-terms.ts';
import { isSingle, TermTable, termId } from '../index/term-ids.ts';
import { stopTerms } from '../text/stop-words.ts';
import { type Concept, rarity, sum } from './relevance.ts';
import { TermPositions } from './term-positions.ts';

/** How many of the best texts are taken as relevant, and how many of their terms are learned. */
const trusted = 5;
const learned = 20;
/** How many of the most frequent terms are compared with the other candidates. */
const compared = 80;

/** A term's number as V8 keeps it without an object of its own: with a sign. */
type SignedId = number;

const stops = once(() => new TermTable([...stopTerms()].map(termId)));

/** Terms that were learned, and where they occur. */
export interface Learned {
  concepts: Concept[];
  found: TermPositions;
}

/**
 * Pseudo-relevance feedback: the terms that set the best texts apart from the other candidates.
 * A story that says the same in other words gains by them.
 *
 * @param scores the relevance of each text so far
 */
export function learnTerms(texts: readonly RankingTerms[], scores: readonly number[]): Learned {
  const best = texts
    .map((text, at) => ({ text, score: scores[at] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, trusted);
  const total = sum(best.map(({ score }) => score));
  if (total === 0) return { concepts: [], found: new TermPositions(texts, []) };
  const weights = new Map<SignedId, number>();
  for (const { text, score } of best) {
    const share = score / total / (text.title.length + text.text.length);
    for (const field of [text.title, text.text]) {
      for (const id of field) {
        if (isSingle(id) || stops().placeOf(id) >= 0) continue;
        weights.set(id | 0, (weights.get(id | 0) ?? 0) + share);
      }
    }
  }
  return heaviest(weights, texts);
}

function heaviest(weights: Map<SignedId, number>, texts: readonly RankingTerms[]): Learned {
  const frequent = mostFrequent(weights).map(([id, weight]) => ({ term: id >>> 0, weight }));
  const found = new TermPositions(
    texts,
    frequent.map(({ term }) => term),
  );
  const within = textsWithEach(found);
  const concepts: Concept[] = [];
  for (const [at, { term, weight }] of frequent.entries()) {
    const having = within[at] ?? 0;
    if (having < 2) continue; // nobody else can gain by it
    concepts.push({ term, weight: weight * rarity(having, texts.length) });
  }
  return { concepts: concepts.sort((a, b) => b.weight - a.weight).slice(0, learned), found };
}

/** The heaviest of them, in their order; of equals those that came first. */
function mostFrequent(weights: Map<SignedId, number>): [SignedId, number][] {
  const beyond = weights.size - compared;
  // Numbers are sorted several times as fast as pairs, of which most are not among the heaviest.
  const bar = beyond > 0 ? (Float64Array.from(weights.values()).sort()[beyond] ?? 0) : 0;
  const heavy: [SignedId, number][] = [];
  for (const each of weights) if (each[1] >= bar) heavy.push(each);
  return heavy.sort((a, b) => b[1] - a[1]).slice(0, compared);
}

/** How many of the texts have each term, by its place in the table. */
function textsWithEach({ terms, texts }: TermPositions): Float64Array {
  const within = new Float64Array(terms.size);
  /** The text that has last been counted for each. */
  const last = new Int32Array(terms.size).fill(-1);
  for (const [at, { title, text }] of texts.entries()) {
    for (const { places } of [title, text]) {
      for (const place of places) {
        if (last[place] === at) continue;
        last[place] = at;
        within[place] = (within[place] ?? 0) + 1;
      }
    }
  }
  return within;
}
