import { timeAt } from './news-position.ts';

/** A position with the sum of the weights of the lists that it is in. */
export interface ScoredPosition {
  position: number;
  relevance: number;
}

/** Positions of items, descending, and the sum of the weights of the lists that each is in. */
export class ScoredPositions {
  #positions = new Float64Array(0);
  #relevances = new Float64Array(0);

  /** Adds a weight to the positions of a list, including new ones. */
  add(list: Float64Array, weight: number): void {
    const [known, relevances] = [this.#positions, this.#relevances];
    const positions = new Float64Array(known.length + list.length);
    const sums = new Float64Array(positions.length);
    let [at, other, end] = [0, 0, 0];
    while (at < known.length || other < list.length) {
      const one = at < known.length ? (known[at] as number) : Number.NEGATIVE_INFINITY;
      const added = other < list.length ? (list[other] as number) : Number.NEGATIVE_INFINITY;
      if (one >= added) sums[end] = relevances[at++] as number;
      if (added >= one) {
        sums[end] = (sums[end] as number) + weight;
        other += 1;
      }
      positions[end++] = one >= added ? one : added;
    }
    this.#positions = positions.subarray(0, end);
    this.#relevances = sums.subarray(0, end);
  }

  /** Adds a weight to those positions of a list that are known. */
  addToKnown(list: Float64Array, weight: number): void {
    const [positions, relevances] = [this.#positions, this.#relevances];
    let at = 0;
    for (const position of list) {
      while ((positions[at] as number) > position) at += 1;
      if (positions[at] === position) relevances[at] = (relevances[at] as number) + weight;
    }
  }

  /**
   * The positions with the highest sums, and of equal sums the newest, plus all ties with the last of
   * them in sum and time; in any order.
   */
  best(limit: number): ScoredPosition[] {
    let best: ScoredPosition[] = [];
    /** The relevance below which no position is among the best. */
    let threshold = 0;
    for (let at = 0; at < this.#positions.length; at += 1) {
      const relevance = this.#relevances[at] as number;
      if (relevance < threshold) continue;
      best.push({ position: this.#positions[at] as number, relevance });
      if (best.length < 8 * limit) continue;
      best = cut(best, limit);
      threshold = best.at(-1)?.relevance ?? 0;
    }
    return cut(best, limit);
  }
}

function cut(scored: ScoredPosition[], limit: number): ScoredPosition[] {
  const last = scored.sort(compare)[limit - 1];
  return last ? scored.filter((each) => compare(each, last) <= 0) : scored;
}

/** By relevance, then newest first, compared in milliseconds. */
function compare(a: ScoredPosition, b: ScoredPosition): number {
  return b.relevance - a.relevance || timeAt(b.position) - timeAt(a.position);
}
