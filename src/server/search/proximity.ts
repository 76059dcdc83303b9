import type { CandidateText, Field } from './candidate-text.ts';
import { type Concept, saturated, sum } from './relevance.ts';

/** How many words apart two terms may stand and still be about each other. */
const nearby = 8;
/** Further occurrences of a term in one field are not looked at. */
const mostOccurrences = 50;

/**
 * How closely neighbours in the query stand together in the text too, from 0 to below 1. A pair
 * weighs what its lighter term weighs.
 */
export function proximity(text: CandidateText, concepts: readonly Concept[]): number {
  const terms = new Set(concepts.map(({ term }) => term));
  const title = occurrences(text.title, terms);
  const body = occurrences(text.text, terms);
  let reached = 0;
  let previous: Concept | undefined;
  for (const concept of concepts) {
    if (previous) {
      const together =
        meetings(title.get(previous.term), title.get(concept.term)) +
        meetings(body.get(previous.term), body.get(concept.term));
      reached += Math.min(previous.weight, concept.weight) * saturated(together);
    }
    previous = concept;
  }
  const total = sum(concepts.map(({ weight }) => weight));
  return total > 0 ? reached / total : 0;
}

function occurrences({ terms }: Field, asked: ReadonlySet<string>): Map<string, number[]> {
  const found = new Map<string, number[]>();
  terms.forEach((term, at) => {
    if (!asked.has(term)) return;
    const places = found.get(term);
    if (!places) found.set(term, [at]);
    else if (places.length < mostOccurrences) places.push(at);
  });
  return found;
}

function meetings(ones: readonly number[] = [], others: readonly number[] = []): number {
  let count = 0;
  for (const one of ones) {
    for (const other of others) if (Math.abs(one - other) <= nearby) count += 1;
  }
  return count;
}
