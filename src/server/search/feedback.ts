import type { CandidateText } from './candidate-text.ts';
import { type Concept, sum } from './relevance.ts';
import { stopTerms } from './stop-words.ts';

/** How many of the best texts are taken as relevant, and how many of their terms are learned. */
const trusted = 5;
const learned = 20;
/** How many of the most frequent terms are compared with the other candidates. */
const compared = 80;

/**
 * Pseudo-relevance feedback: the terms that set the best texts apart from the other candidates.
 * A story that says the same in other words gains by them.
 *
 * @param scores the relevance of each text so far
 */
export function learnTerms(texts: readonly CandidateText[], scores: readonly number[]): Concept[] {
  const best = texts
    .map((text, at) => ({ text, score: scores[at] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, trusted);
  const total = sum(best.map(({ score }) => score));
  if (total === 0) return [];
  const weights = new Map<string, number>();
  for (const { text, score } of best) {
    const length = text.title.terms.length + text.text.terms.length;
    for (const { counts } of [text.title, text.text]) {
      for (const [term, count] of counts) {
        if (stopTerms().has(term) || term.length < 2) continue;
        weights.set(term, (weights.get(term) ?? 0) + (score / total) * (count / length));
      }
    }
  }
  return heaviest(weights, texts);
}

function heaviest(weights: Map<string, number>, texts: readonly CandidateText[]): Concept[] {
  const concepts: Concept[] = [];
  const frequent = [...weights].sort((a, b) => b[1] - a[1]).slice(0, compared);
  for (const [term, weight] of frequent) {
    const within = texts.filter((t) => t.title.counts.has(term) || t.text.counts.has(term)).length;
    if (within < 2) continue; // nobody else can gain by it
    const rarity = Math.log(1 + (texts.length - within + 0.5) / (within + 0.5));
    concepts.push({ term, weight: weight * rarity });
  }
  return concepts.sort((a, b) => b.weight - a.weight).slice(0, learned);
}
