import { once } from '../../contract/once.ts';
import type { RankingTerms } from './ranking-terms.ts';
import { type Concept, sum } from './relevance.ts';
import { stopTerms } from './stop-words.ts';
import { isSingle, TermTable, termId } from './term-ids.ts';

/** How many of the best texts are taken as relevant, and how many of their terms are learned. */
const trusted = 5;
const learned = 20;
/** How many of the most frequent terms are compared with the other candidates. */
const compared = 80;
const stopIds = once((): ReadonlySet<number> => new Set([...stopTerms()].map(termId)));

/**
 * Pseudo-relevance feedback: the terms that set the best texts apart from the other candidates.
 * A story that says the same in other words gains by them.
 *
 * @param scores the relevance of each text so far
 */
export function learnTerms(texts: readonly RankingTerms[], scores: readonly number[]): Concept[] {
  const best = texts
    .map((text, at) => ({ text, score: scores[at] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, trusted);
  const total = sum(best.map(({ score }) => score));
  if (total === 0) return [];
  const weights = new Map<number, number>();
  for (const { text, score } of best) {
    const share = score / total / (text.title.length + text.text.length);
    for (const field of [text.title, text.text]) {
      for (const id of field) {
        if (!isSingle(id) && !stopIds().has(id)) weights.set(id, (weights.get(id) ?? 0) + share);
      }
    }
  }
  return heaviest(weights, texts);
}

function heaviest(weights: Map<number, number>, texts: readonly RankingTerms[]): Concept[] {
  const frequent = [...weights].sort((a, b) => b[1] - a[1]).slice(0, compared);
  const within = textsWithEach(new TermTable(frequent.map(([term]) => term)), texts);
  const concepts: Concept[] = [];
  for (const [at, [term, weight]] of frequent.entries()) {
    const having = within[at] ?? 0;
    if (having < 2) continue; // nobody else can gain by it
    const rarity = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
    concepts.push({ term, weight: weight * rarity });
  }
  return concepts.sort((a, b) => b.weight - a.weight).slice(0, learned);
}

/** How many of the texts have each term, by its place in the table. */
function textsWithEach(terms: TermTable, texts: readonly RankingTerms[]): Float64Array {
  const within = new Float64Array(terms.size);
  const counts = new Float64Array(terms.size);
  for (const { title, text } of texts) {
    terms.count(title, counts.fill(0));
    terms.count(text, counts);
    for (let at = 0; at < counts.length; at += 1)
      if (counts[at]) within[at] = (within[at] ?? 0) + 1;
  }
  return within;
}
