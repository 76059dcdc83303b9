import type { TermSpan } from '../index/ranking-terms.ts';
import type { TermOccurrences } from './term-occurrences.ts';

/** The ids of terms that stand for the same, and their importance. */
export interface TermGroup {
  /** The ids of terms that count fully. */
  terms: readonly number[];
  /** The ids of related terms, which count less (default: none). */
  related?: readonly number[];
  /** Importance relative to the other groups, above 0. */
  weight: number;
}

/** The number of terms of an item, or the average of all items. */
export interface FieldLengths {
  title: number;
  text: number;
}

/** How occurrences are counted. */
export interface CountOptions {
  /** Of all items. */
  averages: FieldLengths;
  /** Number of occurrences in the text that count as much as one in the title. */
  titleBoost: number;
}

/** `k1` of BM25: number of occurrences at which a group contributes half of its weight. */
const saturation = 1.2;
/** `b` of BM25: length normalization, from 0 (none) to 1 (in proportion to the length). */
const normalization = 0.75;
/** Number of occurrences of a term that count as much as one of a related term. */
export const relatedShare = 0.8;

/**
 * Computes the relevance of each text: its BM25F score over title and text, divided by the upper
 * bound. It is at least 0 and below 1, comparable between queries, and does not depend on the other
 * texts.
 *
 * @param occurrences the occurrences of the terms of the groups; other terms are ignored
 */
export function relevances(
  found: TermOccurrences,
  groups: readonly TermGroup[],
  options: CountOptions,
): number[] {
  const { table, texts, terms } = found;
  const totalWeight = sum(groups.map(({ weight }) => weight));
  if (totalWeight === 0) return texts.map(() => 0);
  const lookups = groups.map(({ terms: ids, related = [], weight }) => ({
    weight,
    indexes: ids.map((id) => table.indexOf(id)),
    relatedIndexes: related.map((id) => table.indexOf(id)),
  }));
  const counts = new Float64Array(table.size);
  const count = (start: number, end: number, weight: number) => {
    for (let at = start; at < end; at += 1) {
      const term = terms[at] as number;
      counts[term] = (counts[term] as number) + weight;
    }
  };
  return texts.map((text, at) => {
    const [start, textStart, end] = [found.start(at), found.textStart(at), found.end(at)];
    if (start === end) return 0;
    counts.fill(0);
    count(start, textStart, options.titleBoost);
    count(textStart, end, 1);
    const half = halfCount(lengthsOf(text), options);
    let score = 0;
    for (const { weight, indexes, relatedIndexes } of lookups) {
      let occurrences = 0;
      for (const index of indexes) occurrences += counts[index] as number;
      for (const index of relatedIndexes) {
        occurrences += relatedShare * (counts[index] as number);
      }
      score += (weight * occurrences) / (occurrences + half);
    }
    return score / totalWeight;
  });
}

export function lengthsOf({ start, textStart, end }: TermSpan): FieldLengths {
  return { title: textStart - start, text: end - textStart };
}

/**
 * The number of occurrences that reach half of the weight in an item of this length. Title and text
 * share one length, in which a term of the title counts like an occurrence in it: if titles had a
 * length of their own, an item without a title would have an advantage.
 */
export function halfCount(lengths: FieldLengths, { averages, titleBoost }: CountOptions): number {
  const length = titleBoost * lengths.title + lengths.text;
  const average = Math.max(titleBoost * averages.title + averages.text, 1);
  return saturation * (1 - normalization + (normalization * length) / average);
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
