import type { TermPositions } from './term-positions.ts';

/** Something that is looked for in the texts: terms by their numbers. */
export interface Concept {
  term: number;
  /** What it counts among the others: its inverse document frequency, or what feedback gave it. */
  weight: number;
  /** Other terms for it. */
  related?: readonly number[];
}

/** How soon another occurrence of a term stops to count. */
const saturation = 2;
/** An occurrence in the title is worth this many in the text. */
const titleBoost = 3;
/** How far a long field discounts its occurrences: 0 not at all, 1 in full proportion. */
const titleNormalization = 0.5;
const textNormalization = 0.6;
/** An occurrence of a related term is worth this much of one of the term itself. */
const relatedShare = 0.5;

/**
 * BM25F over title and text, as the share of what a text could reach that has every term without
 * end: from 0 (no term) to below 1. It is comparable between queries: half a query's weight missing
 * halves what can be reached.
 *
 * @param found the concepts' terms, and perhaps others
 */
export function relevances(found: TermPositions, concepts: readonly Concept[]): number[] {
  const { terms, texts } = found;
  const titleLength = average(texts.map(({ title }) => title.length));
  const textLength = average(texts.map(({ text }) => text.length));
  const total = sum(concepts.map(({ weight }) => weight));
  if (total === 0) return texts.map(() => 0);
  const placed = concepts.map(({ term, weight, related = [] }) => ({
    weight,
    own: terms.placeOf(term),
    others: related.map((other) => terms.placeOf(other)),
  }));
  const inTitle = new Float64Array(terms.size);
  const inText = new Float64Array(terms.size);
  return texts.map(({ title, text }) => {
    count(title.places, inTitle.fill(0));
    count(text.places, inText.fill(0));
    const titleScale = lengthScale(title.length, titleLength, titleNormalization);
    const textScale = lengthScale(text.length, textLength, textNormalization);
    const occurrencesAt = (place: number) =>
      (titleBoost * (inTitle[place] ?? 0)) / titleScale + (inText[place] ?? 0) / textScale;
    let reached = 0;
    for (const { weight, own, others } of placed) {
      let occurrences = occurrencesAt(own);
      for (const other of others) occurrences += relatedShare * occurrencesAt(other);
      reached += weight * saturated(occurrences);
    }
    return reached / total;
  });
}

/** The inverse document frequency of a term that so many of all items have. */
export function rarity(frequency: number, size: number): number {
  return Math.log(1 + (Math.max(size - frequency, 0) + 0.5) / (frequency + 0.5));
}

function count(places: readonly number[], counts: Float64Array): void {
  for (const place of places) counts[place] = (counts[place] ?? 0) + 1;
}

/** From 0 to below 1. */
export function saturated(occurrences: number): number {
  return occurrences / (occurrences + saturation);
}

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function lengthScale(length: number, averageLength: number, normalization: number): number {
  return 1 - normalization + (normalization * length) / averageLength;
}

function average(lengths: readonly number[]): number {
  return Math.max(sum(lengths) / lengths.length, 1);
}
