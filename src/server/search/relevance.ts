import type { CandidateText, Field } from './candidate-text.ts';

/** Something that is looked for in the texts. */
export interface Concept {
  term: string;
  /** What it counts among the others: its inverse document frequency, or what feedback gave it. */
  weight: number;
  /** Other terms for it. */
  related?: readonly string[];
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
 */
export function relevances(
  texts: readonly CandidateText[],
  concepts: readonly Concept[],
): number[] {
  const titleLength = average(texts.map(({ title }) => title.terms.length));
  const textLength = average(texts.map(({ text }) => text.terms.length));
  const total = sum(concepts.map(({ weight }) => weight));
  return texts.map(({ title, text }) => {
    const titleScale = lengthScale(title.terms.length, titleLength, titleNormalization);
    const textScale = lengthScale(text.terms.length, textLength, textNormalization);
    let reached = 0;
    for (const concept of concepts) {
      const occurrences =
        (titleBoost * count(title, concept)) / titleScale + count(text, concept) / textScale;
      reached += concept.weight * saturated(occurrences);
    }
    return total > 0 ? reached / total : 0;
  });
}

function count({ counts }: Field, { term, related = [] }: Concept): number {
  let occurrences = counts.get(term) ?? 0;
  for (const other of related) occurrences += relatedShare * (counts.get(other) ?? 0);
  return occurrences;
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
