import { nthHighest } from '../nth-highest.ts';
import { timeAt } from './news-position.ts';

/** A position and its relevance: the sum of the weights of the lists that contain it. */
export interface ScoredPosition {
  position: number;
  relevance: number;
}

/** How much longer than the known positions a list must be for a binary search to be faster. */
const longList = 8;

/** Adds up the relevance of item positions from weighted lists. All lists are descending. */
export class ScoredPositions {
  #positions: Float64Array = new Float64Array(0);
  #relevances: Float64Array = new Float64Array(0);

  /** Adds a weight to all positions of a list, including new ones. */
  add(list: Float64Array, weight: number): void {
    const [known, relevances] = [this.#positions, this.#relevances];
    if (known.length === 0) {
      this.#positions = list;
      this.#relevances = new Float64Array(list.length).fill(weight);
      return;
    }
    const positions = new Float64Array(known.length + list.length);
    const sums = new Float64Array(positions.length);
    let [i, j, end] = [0, 0, 0];
    while (i < known.length && j < list.length) {
      const current = known[i] as number;
      const added = list[j] as number;
      if (current > added) {
        positions[end] = current;
        sums[end++] = relevances[i++] as number;
      } else if (current < added) {
        positions[end] = added;
        sums[end++] = weight;
        j += 1;
      } else {
        positions[end] = added;
        sums[end++] = (relevances[i++] as number) + weight;
        j += 1;
      }
    }
    positions.set(known.subarray(i), end);
    sums.set(relevances.subarray(i), end);
    end += known.length - i;
    positions.set(list.subarray(j), end);
    sums.fill(weight, end, end + list.length - j);
    end += list.length - j;
    this.#positions = positions.subarray(0, end);
    this.#relevances = sums.subarray(0, end);
  }

  /** Adds a weight to the positions of a list that an earlier {@link add} has added. */
  addToKnown(list: Float64Array, weight: number): void {
    if (list.length > longList * this.#positions.length) this.#addFromLong(list, weight);
    else this.#addFromShort(list, weight);
  }

  #addFromShort(list: Float64Array, weight: number): void {
    const [positions, relevances] = [this.#positions, this.#relevances];
    let [index, at] = [0, 0];
    // Reading beyond the end of an array would make V8 allocate each number that is read from it.
    while (index < positions.length && at < list.length) {
      const known = positions[index] as number;
      const position = list[at] as number;
      if (known === position) relevances[index] = (relevances[index] as number) + weight;
      if (known >= position) index += 1;
      if (known <= position) at += 1;
    }
  }

  #addFromLong(list: Float64Array, weight: number): void {
    const [positions, relevances] = [this.#positions, this.#relevances];
    let first = 0;
    for (let index = 0; index < positions.length; index += 1) {
      const position = positions[index] as number;
      let end = list.length;
      while (first < end) {
        const middle = (first + end) >>> 1;
        if ((list[middle] as number) > position) first = middle + 1;
        else end = middle;
      }
      if (first === list.length) return;
      if (list[first] === position) relevances[index] = (relevances[index] as number) + weight;
    }
  }

  /** Whether at least `limit` positions have a higher relevance than this. */
  hasBetter(relevance: number, limit: number): boolean {
    if (this.#positions.length < limit) return false;
    let better = 0;
    for (let at = 0; at < this.#relevances.length; at += 1) {
      if ((this.#relevances[at] as number) > relevance) better += 1;
    }
    return better >= limit;
  }

  /**
   * Returns the most relevant positions, of equally relevant ones the newest, and all ties with the
   * last of them in relevance and time. Their order is unspecified.
   */
  best(limit: number): ScoredPosition[] {
    const [positions, relevances] = [this.#positions, this.#relevances];
    const threshold = nthHighest(relevances, limit);
    let above = 0;
    for (let at = 0; at < relevances.length; at += 1) {
      if ((relevances[at] as number) > threshold) above += 1;
    }
    const best: ScoredPosition[] = [];
    /** Number of positions with this relevance that are still wanted, and the time of the last of them. */
    let wanted = limit - above;
    let lastTime: number | undefined;
    for (let index = 0; index < positions.length; index += 1) {
      const relevance = relevances[index] as number;
      if (relevance < threshold) continue;
      const position = positions[index] as number;
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
