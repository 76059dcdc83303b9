import type { TermOccurrences } from './term-occurrences.ts';

/** A term of the query with its related terms, or a term learned by feedback. */
export interface Concept {
  /** The id of the term. */
  term: number;
  /** Importance relative to the other concepts, above 0. */
  weight: number;
  /** The ids of terms that count as much as the term. */
  alternatives?: readonly number[];
  /** The ids of related terms. */
  related?: readonly number[];
}

/** Number of occurrences at which a concept contributes half of its weight. */
const saturation = 2;
/** Number of occurrences in the text that count as much as one in the title. */
const titleBoost = 3;
/** Length normalization (`b` of BM25F), from 0 (none) to 1 (in proportion to the length). */
const titleNormalization = 0.5;
const textNormalization = 0.6;
/** Number of occurrences of a term that count as much as one of a related term. */
const relatedShare = 0.5;

/**
 * Computes the relevance of each text: its BM25F score over title and text, divided by the upper
 * bound. It is at least 0 and below 1, and comparable between queries.
 *
 * @param occurrences the occurrences of the terms of the concepts; other terms are ignored
 */
export function relevances(
  { table, texts }: TermOccurrences,
  concepts: readonly Concept[],
): number[] {
  const titleLength = average(texts.map(({ title }) => title.length));
  const textLength = average(texts.map(({ text }) => text.length));
  const totalWeight = sum(concepts.map(({ weight }) => weight));
  if (totalWeight === 0) return texts.map(() => 0);
  const lookups = concepts.map(({ term, weight, alternatives = [], related = [] }) => ({
    weight,
    index: table.indexOf(term),
    otherIndexes: alternatives.map((id) => table.indexOf(id)),
    relatedIndexes: related.map((id) => table.indexOf(id)),
  }));
  const inTitle = new Float64Array(table.size);
  const inText = new Float64Array(table.size);
  return texts.map(({ title, text }) => {
    count(title.terms, inTitle.fill(0));
    count(text.terms, inText.fill(0));
    const titleScale = lengthScale(title.length, titleLength, titleNormalization);
    const textScale = lengthScale(text.length, textLength, textNormalization);
    const occurrencesOf = (index: number) =>
      (titleBoost * (inTitle[index] ?? 0)) / titleScale + (inText[index] ?? 0) / textScale;
    let score = 0;
    for (const { weight, index, otherIndexes, relatedIndexes } of lookups) {
      let occurrences = occurrencesOf(index);
      for (const other of otherIndexes) occurrences += occurrencesOf(other);
      for (const other of relatedIndexes) occurrences += relatedShare * occurrencesOf(other);
      score += (weight * occurrences) / (occurrences + saturation);
    }
    return score / totalWeight;
  });
}

/** The inverse document frequency of a term that occurs in `frequency` of `size` items. */
export function rarity(frequency: number, size: number): number {
  return Math.log(1 + (Math.max(size - frequency, 0) + 0.5) / (frequency + 0.5));
}

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function count(terms: readonly number[], counts: Float64Array): void {
  for (const term of terms) counts[term] = (counts[term] ?? 0) + 1;
}

function lengthScale(length: number, averageLength: number, normalization: number): number {
  return 1 - normalization + (normalization * length) / averageLength;
}

function average(lengths: readonly number[]): number {
  return Math.max(sum(lengths) / lengths.length, 1);
}
