import { type Concept, saturated, sum } from './relevance.ts';
import type { TermPositions } from './term-positions.ts';

/** How many words apart two terms may stand and still be about each other. */
const nearby = 8;
/** Further occurrences of a term in one field are not looked at. */
const mostOccurrences = 50;

/**
 * How closely neighbours in the query stand together in each text too, from 0 to below 1. A pair
 * weighs what its lighter term weighs.
 *
 * @param found the concepts' terms, and perhaps others
 */
export function proximities(found: TermPositions, concepts: readonly Concept[]): number[] {
  const { terms, texts } = found;
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
    const inTitle = occurrences(title);
    const inText = occurrences(text);
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
function occurrences({ places, standing }: TermPositions['texts'][number]['title']): number[][] {
  const byPlace: number[][] = [];
  for (let each = 0; each < places.length; each += 1) {
    const [place, at] = [places[each] as number, standing[each] as number];
    const known = byPlace[place];
    if (!known) byPlace[place] = [at];
    else if (known.length < mostOccurrences) known.push(at);
  }
  return byPlace;
}

function meetings(ones: readonly number[] = [], others: readonly number[] = []): number {
  let count = 0;
  for (const one of ones) {
    for (const other of others) if (Math.abs(one - other) <= nearby) count += 1;
  }
  return count;
}
