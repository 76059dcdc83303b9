import { once } from '../../../contract/once.ts';
import { stopTerms } from '../text/stop-words.ts';
import { termId } from '../text/term-id.ts';
import { type CountOptions, halfCount, sum, type TermGroup } from './relevance.ts';
import type { FieldOccurrences, TermOccurrences } from './term-occurrences.ts';
import { TermTable } from './term-table.ts';

const stopTable = once(() => new TermTable([...stopTerms()].map(termId)));

/** Two neighboring groups of a query: the indexes of their terms and related terms. */
interface Pair {
  weight: number;
  first: ReadonlySet<number>;
  second: ReadonlySet<number>;
}

/**
 * How often neighboring words of a query are also neighbors in each text: "chip exports" and "exports
 * of chips", but not "potato chips" and, later, "export manager". Computed like the relevance of
 * `relevances`, with pairs instead of terms; a related term counts fully, because its neighbor confirms
 * its meaning. 0 for a query of one group.
 */
export function adjacencies(
  { table, texts }: TermOccurrences,
  groups: readonly TermGroup[],
  options: CountOptions,
): number[] {
  const indexes = groups.map(
    ({ terms, related = [] }) => new Set([...terms, ...related].map((id) => table.indexOf(id))),
  );
  const pairs = groups.slice(1).map(({ weight }, at): Pair => {
    const [first = new Set<number>(), second = new Set<number>()] = indexes.slice(at, at + 2);
    return { weight: Math.min(groups[at]?.weight ?? 0, weight), first, second };
  });
  const totalWeight = sum(pairs.map(({ weight }) => weight));
  if (totalWeight === 0) return texts.map(() => 0);
  return texts.map(({ title, text }) => {
    const counts = new Float64Array(pairs.length);
    countPairs(title, options.titleBoost, pairs, counts);
    countPairs(text, 1, pairs, counts);
    const half = halfCount({ title: title.length, text: text.length }, options);
    const scores = pairs.map(({ weight }, at) => {
      const count = counts[at] ?? 0;
      return (weight * count) / (count + half);
    });
    return sum(scores) / totalWeight;
  });
}

function countPairs(
  { terms, positions, field }: FieldOccurrences,
  weight: number,
  pairs: readonly Pair[],
  counts: Float64Array,
): void {
  for (let at = 1; at < terms.length; at += 1) {
    const [start = 0, end = 0] = [positions[at - 1], positions[at]];
    const isNext = end - start === 1;
    const isAcrossStopWord = end - start === 2 && stopTable().indexOf(field[start + 1] ?? 0) !== -1;
    if (!isNext && !isAcrossStopWord) continue;
    const [before = -1, after = -1] = [terms[at - 1], terms[at]];
    for (const [index, pair] of pairs.entries()) {
      if (has(pair, before, after) || (isAcrossStopWord && has(pair, after, before))) {
        counts[index] = (counts[index] ?? 0) + weight;
      }
    }
  }
}

function has({ first, second }: Pair, before: number, after: number): boolean {
  return first.has(before) && second.has(after);
}
