import type { TermOccurrences } from './term-occurrences.ts';

/** Something that texts may be about: a term of the query or one that feedback found. */
export interface Concept {
  /** The id of its term. */
  term: number;
  /** Its share among the other concepts: an inverse document frequency, or a weight from feedback. */
  weight: number;
  /** The ids of other terms for it. */
  related?: readonly number[];
}

/** Occurrences that reach half of the weight of a concept. */
const saturation = 2;
/** What an occurrence in the title counts, in occurrences in the text. */
const titleBoost = 3;
/** How much a longer field discounts its occurrences: 0 is not at all, 1 in full proportion. */
const titleNormalization = 0.5;
const textNormalization = 0.6;
/** What an occurrence of a related term counts, in occurrences of the term itself. */
const relatedShare = 0.5;

/**
 * BM25F over title and text, as a share of the relevance that a text with endless occurrences of each
 * term would reach: from 0 to below 1. Values of different queries are comparable.
 *
 * @param occurrences of the concepts' terms, and possibly of others
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
    let reached = 0;
    for (const { weight, own, others } of lookups) {
      let occurrences = occurrencesOf(own);
      for (const other of others) occurrences += relatedShare * occurrencesOf(other);
      reached += (weight * occurrences) / (occurrences + saturation);
    }
    return reached / total;
  });
}

/** The inverse document frequency of a term that occurs in so many of all items. */
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
