import { nthHighest } from '../nth-highest.ts';

/** A power of two, as the size of the hash table must be. */
const minCapacity = 1024;

/** Adds up the relevance of items. Numbers identify the items. */
export class ScoredItems {
  #size = 0;
  #numbers: Float64Array;
  #times: Float64Array;
  #relevances: Float64Array;
  /**
   * A hash table: 1 + the index of an item, or 0, at its number or in the next free slot. A `Map` takes
   * most of the time of a search.
   */
  #slots: Int32Array;

  /** @param expected approximate number of items: more room is made step by step */
  constructor(expected = 0) {
    let capacity = minCapacity;
    while (capacity <= expected) capacity *= 2;
    this.#numbers = new Float64Array(capacity);
    this.#times = new Float64Array(capacity);
    this.#relevances = new Float64Array(capacity);
    this.#slots = new Int32Array(2 * capacity);
  }

  get size(): number {
    return this.#size;
  }

  /** Adds to the relevance of an item, which may be new. */
  add(number: number, orderAt: number, relevance: number): void {
    const slot = this.#slotOf(number);
    let place = (this.#slots[slot] as number) - 1;
    if (place >= 0) {
      this.#relevances[place] = (this.#relevances[place] as number) + relevance;
      return;
    }
    place = this.#size++;
    this.#numbers[place] = number;
    this.#times[place] = orderAt;
    this.#relevances[place] = relevance;
    this.#slots[slot] = this.#size;
    if (this.#size === this.#numbers.length) this.#grow();
  }

  /** Adds to the relevance of an item that {@link add} has added; ignores others. */
  addToKnown(number: number, relevance: number): void {
    const place = (this.#slots[this.#slotOf(number)] as number) - 1;
    if (place >= 0) this.#relevances[place] = (this.#relevances[place] as number) + relevance;
  }

  /** The first and the last time of the items; an empty period if there are none. */
  bounds(): { since: number; until: number } {
    let [since, until] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    for (let place = 0; place < this.#size; place += 1) {
      const time = this.#time(place);
      if (time < since) since = time;
      if (time > until) until = time;
    }
    return { since, until };
  }

  /**
   * Keeps only the newest items, and all with the same time as the last of them. Call it after all
   * additions.
   */
  keepNewest(count: number): void {
    if (this.#size <= count) return;
    const since = this.#times.slice(0, this.#size).sort()[this.#size - count] as number;
    let kept = 0;
    for (let place = 0; place < this.#size; place += 1) {
      if (this.#time(place) < since) continue;
      this.#numbers[kept] = this.#number(place);
      this.#times[kept] = this.#time(place);
      this.#relevances[kept] = this.#relevance(place);
      kept += 1;
    }
    this.#size = kept;
  }

  /** The numbers and times of all items. */
  times(): Map<number, number> {
    const times = new Map<number, number>();
    for (let place = 0; place < this.#size; place += 1) {
      times.set(this.#number(place), this.#time(place));
    }
    return times;
  }

  /**
   * The numbers and relevances of the most relevant items, of equally relevant ones the newest, and
   * of all ties with the last of them in relevance and time.
   */
  best(limit: number): Map<number, number> {
    const threshold = nthHighest(this.#relevances.subarray(0, this.#size), limit);
    const best = new Map<number, number>();
    const equal: number[] = [];
    for (let place = 0; place < this.#size; place += 1) {
      const relevance = this.#relevance(place);
      if (relevance > threshold) best.set(this.#number(place), relevance);
      else if (relevance === threshold) equal.push(place);
    }
    const times = Float64Array.from(equal, (place) => this.#time(place)).sort();
    const oldest = times.at(best.size - limit) ?? Number.NEGATIVE_INFINITY;
    for (const place of equal) {
      if (this.#time(place) >= oldest) best.set(this.#number(place), threshold);
    }
    return best;
  }

  #slotOf(number: number): number {
    const mask = this.#slots.length - 1;
    let slot = (number % 0x4000_0000) & mask;
    for (;;) {
      const place = (this.#slots[slot] as number) - 1;
      if (place < 0 || this.#numbers[place] === number) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const capacity = 2 * this.#size;
    this.#numbers = withCapacity(this.#numbers, capacity);
    this.#times = withCapacity(this.#times, capacity);
    this.#relevances = withCapacity(this.#relevances, capacity);
    this.#slots = new Int32Array(2 * capacity);
    for (let place = 0; place < this.#size; place += 1) {
      this.#slots[this.#slotOf(this.#number(place))] = place + 1;
    }
  }

  #number(place: number): number {
    return this.#numbers[place] as number;
  }

  #time(place: number): number {
    return this.#times[place] as number;
  }

  #relevance(place: number): number {
    return this.#relevances[place] as number;
  }
}

function withCapacity(values: Float64Array, capacity: number): Float64Array {
  const larger = new Float64Array(capacity);
  larger.set(values);
  return larger;
}
