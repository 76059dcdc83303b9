import type { TermOccurrences } from './term-occurrences.ts';

/** A term of the query with its related terms, or a term learned by feedback. */
export interface Concept {
  /** The id of the term. */
  term: number;
  /** Importance in relation to the other concepts, above 0. */
  weight: number;
  /** The ids of related terms. */
  related?: readonly number[];
}

/** Number of occurrences that give half of the weight of a concept. */
const saturation = 2;
/** Number of occurrences in the text that equal one in the title. */
const titleBoost = 3;
/** How much occurrences in a longer field are discounted, from 0 (not at all) to 1 (in proportion). */
const titleNormalization = 0.5;
const textNormalization = 0.6;
/** Number of occurrences of a term that equal one of a related term. */
const relatedShare = 0.5;

/**
 * Computes the relevance of each text by BM25F over title and text, divided by its upper bound: from 0
 * to below 1, comparable between queries.
 *
 * @param occurrences the occurrences of the terms of the concepts; other terms are ignored
 */
export function relevances(
  { table, texts }: TermOccurrences,
  concepts: readonly Concept[],
): number[] {
  const titleLength = average(texts.map(({ title }) => title.length));
  const textLength = average(texts.map(({ text }) => text.length));
  const total = sum(concepts.map(({ weight }) => weight));
  if (total === 0) return texts.map(() => 0);
  const lookups = concepts.map(({ term, weight, related = [] }) => ({
    weight,
    own: table.indexOf(term),
    others: related.map((other) => table.indexOf(other)),
  }));
  const inTitle = new Float64Array(table.size);
  const inText = new Float64Array(table.size);
  return texts.map(({ title, text }) => {
    count(title.terms, inTitle.fill(0));
    count(text.terms, inText.fill(0));
    const titleScale = lengthScale(title.length, titleLength, titleNormalization);
    const textScale = lengthScale(text.length, textLength, textNormalization);
    const occurrencesOf = (term: number) =>
      (titleBoost * (inTitle[term] ?? 0)) / titleScale + (inText[term] ?? 0) / textScale;
    let score = 0;
    for (const { weight, own, others } of lookups) {
      let occurrences = occurrencesOf(own);
      for (const other of others) occurrences += relatedShare * occurrencesOf(other);
      score += (weight * occurrences) / (occurrences + saturation);
    }
    return score / total;
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
