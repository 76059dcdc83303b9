import { timeAt } from './news-position.ts';

/** A position and its relevance: the sum of the weights of the lists that contain it. */
export interface ScoredPosition {
  position: number;
  relevance: number;
}

/** Adds up the relevance of item positions from weighted lists. All lists are descending. */
export class ScoredPositions {
  #positions = new Float64Array(0);
  #relevances = new Float64Array(0);

  /** Adds a weight to all positions of a list, including new ones. */
  add(list: Float64Array, weight: number): void {
    const [known, relevances] = [this.#positions, this.#relevances];
    const positions = new Float64Array(known.length + list.length);
    const sums = new Float64Array(positions.length);
    let [i, j, end] = [0, 0, 0];
    while (i < known.length || j < list.length) {
      const current = i < known.length ? (known[i] as number) : Number.NEGATIVE_INFINITY;
      const added = j < list.length ? (list[j] as number) : Number.NEGATIVE_INFINITY;
      if (current >= added) sums[end] = relevances[i++] as number;
      if (added >= current) {
        sums[end] = (sums[end] as number) + weight;
        j += 1;
      }
      positions[end++] = current >= added ? current : added;
    }
    this.#positions = positions.subarray(0, end);
    this.#relevances = sums.subarray(0, end);
  }

  /** Adds a weight to the positions of a list that an earlier {@link add} has added. */
  addToKnown(list: Float64Array, weight: number): void {
    const [positions, relevances] = [this.#positions, this.#relevances];
    let index = 0;
    for (const position of list) {
      while ((positions[index] as number) > position) index += 1;
      if (positions[index] === position) relevances[index] = (relevances[index] as number) + weight;
    }
  }

  /**
   * Returns the most relevant positions, of equally relevant ones the newest, and all ties with the
   * last of them in relevance and time. Their order is unspecified.
   */
  best(limit: number): ScoredPosition[] {
    let best: ScoredPosition[] = [];
    /** The relevance below which no position is among the best. */
    let threshold = 0;
    for (let index = 0; index < this.#positions.length; index += 1) {
      const relevance = this.#relevances[index] as number;
      if (relevance < threshold) continue;
      best.push({ position: this.#positions[index] as number, relevance });
      if (best.length < 8 * limit) continue;
      best = firstWithTies(best, limit);
      threshold = best.at(-1)?.relevance ?? 0;
    }
    return firstWithTies(best, limit);
  }
}

function firstWithTies(scored: ScoredPosition[], limit: number): ScoredPosition[] {
  const last = scored.sort(compare)[limit - 1];
  return last ? scored.filter((each) => compare(each, last) <= 0) : scored;
}

/** Most relevant first, then newest first to the millisecond. */
function compare(a: ScoredPosition, b: ScoredPosition): number {
  return b.relevance - a.relevance || timeAt(b.position) - timeAt(a.position);
}
