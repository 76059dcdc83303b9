import { once } from '../../../contract/once.ts';
import { stopTerms } from '../text/stop-words.ts';
import { termId } from '../text/term-id.ts';
import { type CountOptions, halfCount, lengthsOf, sum, type TermGroup } from './relevance.ts';
import type { TermOccurrences } from './term-occurrences.ts';
import { TermTable } from './term-table.ts';

const stopTable = once(() => new TermTable([...stopTerms()].map(termId)));

/**
 * How often neighboring words of a query are also neighbors in each text: "chip exports" and "exports
 * of chips", but not "potato chips" and, later, "export manager". Computed like the relevance of
 * `relevances`, with pairs instead of terms; a related term counts fully, because its neighbor confirms
 * its meaning. 0 for a query of one group.
 *
 * @param groups at most 31
 */
export function adjacencies(
  found: TermOccurrences,
  groups: readonly TermGroup[],
  options: CountOptions,
): number[] {
  const { texts } = found;
  const pairWeights = groups
    .slice(1)
    .map(({ weight }, at) => Math.min(groups[at]?.weight ?? 0, weight));
  const totalWeight = sum(pairWeights);
  if (totalWeight === 0) return texts.map(() => 0);
  const pairs = new PairCounts(found, groups);
  return texts.map((text, at) => {
    pairs.clear();
    const textStart = found.textStart(at);
    pairs.add(text.ids, found.start(at), textStart, options.titleBoost);
    pairs.add(text.ids, textStart, found.end(at), 1);
    if (pairs.isEmpty) return 0;
    const half = halfCount(lengthsOf(text), options);
    let score = 0;
    for (const [pair, weight] of pairWeights.entries()) {
      const count = pairs.counts[pair] as number;
      score += (weight * count) / (count + half);
    }
    return score / totalWeight;
  });
}

/** Counts the occurrences of pairs of neighboring groups. */
class PairCounts {
  readonly counts: Float64Array;
  isEmpty = true;
  readonly #found: TermOccurrences;
  /** The groups of each term, by its index: bit 0 is set for the first group. */
  readonly #groups: Int32Array;

  constructor(found: TermOccurrences, groups: readonly TermGroup[]) {
    this.counts = new Float64Array(groups.length - 1);
    this.#found = found;
    this.#groups = new Int32Array(found.table.size);
    for (const [group, { terms, related = [] }] of groups.entries()) {
      for (const id of [...terms, ...related]) {
        const term = found.table.indexOf(id);
        this.#groups[term] = (this.#groups[term] as number) | (1 << group);
      }
    }
  }

  clear(): void {
    if (!this.isEmpty) this.counts.fill(0);
    this.isEmpty = true;
  }

  /**
   * @param start the number of the first occurrence in the field
   * @param end the number after its last one
   */
  add(ids: Uint32Array, start: number, end: number, weight: number): void {
    const { terms, positions } = this.#found;
    for (let at = start + 1; at < end; at += 1) {
      const position = positions[at - 1] as number;
      const distance = (positions[at] as number) - position;
      const isAcrossStopWord =
        distance === 2 && stopTable().indexOf(ids[position + 1] as number) !== -1;
      if (distance !== 1 && !isAcrossStopWord) continue;
      const before = this.#groups[terms[at - 1] as number] as number;
      const after = this.#groups[terms[at] as number] as number;
      const inOrder = before & (after >> 1);
      const found = isAcrossStopWord ? inOrder | (after & (before >> 1)) : inOrder;
      if (found !== 0) this.#count(found, weight);
    }
  }

  /** @param pairs a bit for each pair that was found */
  #count(pairs: number, weight: number): void {
    this.isEmpty = false;
    for (let pair = 0; pair < this.counts.length; pair += 1) {
      if ((pairs >> pair) & 1) this.counts[pair] = (this.counts[pair] as number) + weight;
    }
  }
}
