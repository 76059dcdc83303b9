import { nthHighest } from '../nth-highest.ts';
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
    const [positions, relevances] = [this.#positions, this.#relevances];
    const threshold = nthHighest(relevances, limit);
    let above = 0;
    for (const relevance of relevances) if (relevance > threshold) above += 1;
    const best: ScoredPosition[] = [];
    /** Number of positions with this relevance that are still wanted, and the time of the last of them. */
    let wanted = limit - above;
    let lastTime: number | undefined;
    for (let index = 0; index < positions.length; index += 1) {
      const [position, relevance] = [positions[index] as number, relevances[index] as number];
      if (relevance < threshold) continue;
      if (relevance === threshold) {
        // The newest are first.
        if (wanted <= 0 && timeAt(position) !== lastTime) continue;
        wanted -= 1;
        if (wanted === 0) lastTime = timeAt(position);
      }
      best.push({ position, relevance });
    }
    return best;
  }
}
