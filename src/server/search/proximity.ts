import type { RankingTerms } from './ranking-terms.ts';
import { type Concept, saturated, sum } from './relevance.ts';
import { TermTable } from './term-ids.ts';

/** How many words apart two terms may stand and still be about each other. */
const nearby = 8;
/** Further occurrences of a term in one field are not looked at. */
const mostOccurrences = 50;

/**
 * How closely neighbours in the query stand together in each text too, from 0 to below 1. A pair
 * weighs what its lighter term weighs.
 */
export function proximities(
  texts: readonly RankingTerms[],
  concepts: readonly Concept[],
): number[] {
  const terms = new TermTable(concepts.map(({ term }) => term));
  const total = sum(concepts.map(({ weight }) => weight));
  if (concepts.length < 2 || total === 0) return texts.map(() => 0);
  const pairs = concepts.slice(1).map((concept, at) => {
    const previous = concepts[at] ?? concept;
    return {
      one: terms.placeOf(previous.term),
      other: terms.placeOf(concept.term),
      weight: Math.min(previous.weight, concept.weight),
    };
  });
  return texts.map(({ title, text }) => {
    const inTitle = occurrences(title, terms);
    const inText = occurrences(text, terms);
    let reached = 0;
    for (const { one, other, weight } of pairs) {
      const together =
        meetings(inTitle[one], inTitle[other]) + meetings(inText[one], inText[other]);
      reached += weight * saturated(together);
    }
    return reached / total;
  });
}

/** Where each term stands, by its place in the table. */
function occurrences(field: Uint32Array, terms: TermTable): number[][] {
  const found: number[][] = [];
  for (let at = 0; at < field.length; at += 1) {
    const place = terms.placeOf(field[at] ?? 0);
    if (place < 0) continue;
    const places = found[place];
    if (!places) found[place] = [at];
    else if (places.length < mostOccurrences) places.push(at);
  }
  return found;
}

function meetings(ones: readonly number[] = [], others: readonly number[] = []): number {
  let count = 0;
  for (const one of ones) {
    for (const other of others) if (Math.abs(one - other) <= nearby) count += 1;
  }
  return count;
}
