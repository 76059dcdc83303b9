/** A position with the weights of all the lists that it is in. */
export interface Match {
  position: number;
  relevance: number;
}

/** Room for so many positions is kept for the next search; searches rarely need more. */
const mostKept = 65_536;

/** Adds lists of positions up, and finds those that are in the heaviest together. */
export class BestMatches {
  /** Descending. */
  #positions = new Float64Array(0);
  /** Of each position, the weights of its lists, added in the order of the lists. */
  #relevances = new Float64Array(0);
  #length = 0;
  /** Room for the next list to be added. */
  #spare = [this.#positions, this.#relevances] as const;

  /** Forgets all lists. */
  clear(): void {
    this.#length = 0;
    if (this.#positions.length <= mostKept && this.#spare[0].length <= mostKept) return;
    [this.#positions, this.#relevances] = [new Float64Array(0), new Float64Array(0)];
    this.#spare = [this.#positions, this.#relevances];
  }

  /** The positions of all lists so far, descending; the next list may change them. */
  get positions(): Float64Array {
    return this.#positions.subarray(0, this.#length);
  }

  /** @param positions descending */
  add(positions: Float64Array, weight: number): void {
    const [ones, relevances, length] = [this.#positions, this.#relevances, this.#length];
    const [merged, sums] = this.#room(length + positions.length);
    let [at, other, end] = [0, 0, 0];
    while (at < length && other < positions.length) {
      const one = ones[at] as number;
      const added = positions[other] as number;
      if (one > added) {
        merged[end] = one;
        sums[end] = relevances[at] as number;
        at += 1;
      } else {
        merged[end] = added;
        sums[end] = one === added ? (relevances[at] as number) + weight : weight;
        if (one === added) at += 1;
        other += 1;
      }
      end += 1;
    }
    if (at < length) {
      merged.set(ones.subarray(at, length), end);
      sums.set(relevances.subarray(at, length), end);
      end += length - at;
    }
    if (other < positions.length) {
      merged.set(positions.subarray(other), end);
      sums.fill(weight, end, end + positions.length - other);
      end += positions.length - other;
    }
    this.#spare = [ones, relevances];
    [this.#positions, this.#relevances, this.#length] = [merged, sums, end];
  }

  /** The same, but only of positions that are in an earlier list: few of many are found soon. */
  addAgain(positions: Float64Array, weight: number): void {
    let at = 0;
    for (let other = 0; other < positions.length && at < this.#length; other += 1) {
      const position = positions[other] as number;
      at = placeOf(position, this.#positions, at, this.#length);
      if (this.#positions[at] === position) {
        this.#relevances[at] = (this.#relevances[at] as number) + weight;
      }
    }
  }

  /** The best first; of equals the newest. */
  best(limit: number): Match[] {
    const best = new Best(limit);
    for (let at = 0; at < this.#length; at += 1) {
      best.offer(this.#positions[at] as number, this.#relevances[at] as number);
    }
    return best.taken();
  }

  /** Two arrays that are not in use. */
  #room(length: number): readonly [Float64Array<ArrayBuffer>, Float64Array<ArrayBuffer>] {
    if (this.#spare[0].length >= length) return this.#spare;
    const capacity = 2 ** Math.ceil(Math.log2(length));
    return [new Float64Array(capacity), new Float64Array(capacity)];
  }
}

/** Those of some positions that are among others, all descending. */
export function common(some: Float64Array, others: Float64Array): Float64Array {
  const found = new Float64Array(Math.min(some.length, others.length));
  let [at, other, end] = [0, 0, 0];
  while (at < some.length && other < others.length) {
    const one = some[at] as number;
    const another = others[other] as number;
    if (one === another) {
      found[end] = one;
      end += 1;
    }
    if (one >= another) at += 1;
    if (another >= one) other += 1;
  }
  return found.subarray(0, end);
}

/** Where a position stands, or would stand, from `from` on: it is sought in growing steps. */
function placeOf(position: number, positions: Float64Array, from: number, length: number): number {
  let [start, end, step] = [from, from, 1];
  while (end < length && (positions[end] as number) > position) {
    start = end + 1;
    end += step;
    step *= 2;
  }
  end = Math.min(end, length);
  while (start < end) {
    const middle = (start + end) >>> 1;
    if ((positions[middle] as number) > position) start = middle + 1;
    else end = middle;
  }
  return start;
}

/** Keeps the best of many that are offered in descending order: a heap, the worst of them on top. */
class Best {
  readonly #limit: number;
  readonly #positions: Float64Array;
  readonly #relevances: Float64Array;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#positions = new Float64Array(limit);
    this.#relevances = new Float64Array(limit);
  }

  offer(position: number, relevance: number): void {
    if (this.#length < this.#limit) {
      this.#length += 1;
      this.#rise(this.#length - 1, position, relevance);
    } else if (relevance > (this.#relevances[0] as number)) {
      this.#sink(position, relevance);
    }
  }

  taken(): Match[] {
    const matches = Array.from({ length: this.#length }, (_, at) => ({
      position: this.#positions[at] as number,
      relevance: this.#relevances[at] as number,
    }));
    return matches.sort((a, b) => b.relevance - a.relevance || b.position - a.position);
  }

  /** Whether the one at a place is worse than this: of equals the older is. */
  #isWorse(at: number, position: number, relevance: number): boolean {
    const other = this.#relevances[at] as number;
    return other < relevance || (other === relevance && (this.#positions[at] as number) < position);
  }

  #rise(from: number, position: number, relevance: number): void {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      if (this.#isWorse(above, position, relevance)) break;
      this.#put(at, this.#positions[above] as number, this.#relevances[above] as number);
      at = above;
    }
    this.#put(at, position, relevance);
  }

  /** In place of the worst. */
  #sink(position: number, relevance: number): void {
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= this.#length) break;
      const [one, other] = [this.#positions[below] as number, this.#relevances[below] as number];
      if (below + 1 < this.#length && this.#isWorse(below + 1, one, other)) below += 1;
      if (!this.#isWorse(below, position, relevance)) break;
      this.#put(at, this.#positions[below] as number, this.#relevances[below] as number);
      at = below;
    }
    this.#put(at, position, relevance);
  }

  #put(at: number, position: number, relevance: number): void {
    this.#positions[at] = position;
    this.#relevances[at] = relevance;
  }
}
