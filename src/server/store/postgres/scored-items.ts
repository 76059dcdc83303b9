import { nthHighest } from '../nth-highest.ts';

/** Adds up the relevance of items. Numbers identify the items. */
export class ScoredItems {
  readonly #numbers: number[] = [];
  readonly #times: number[] = [];
  readonly #relevances: number[] = [];
  /**
   * A hash table: 1 + the index of an item, or 0, at its number or in the next free slot. A `Map` takes
   * most of the time of a search.
   */
  #slots = new Int32Array(1024);
  #since = Number.NEGATIVE_INFINITY;

  get size(): number {
    return this.#numbers.length;
  }

  /** Adds to the relevance of an item, which may be new. */
  add(number: number, orderAt: number, relevance: number): void {
    const slot = this.#slotOf(number);
    const place = (this.#slots[slot] as number) - 1;
    if (place >= 0) {
      this.#relevances[place] = (this.#relevances[place] as number) + relevance;
      return;
    }
    this.#numbers.push(number);
    this.#times.push(orderAt);
    this.#relevances.push(relevance);
    this.#slots[slot] = this.size;
    if (2 * this.size > this.#slots.length) this.#grow();
  }

  /** Adds to the relevance of an item that {@link add} has added; ignores others. */
  addToKnown(number: number, relevance: number): void {
    const place = (this.#slots[this.#slotOf(number)] as number) - 1;
    if (place >= 0) this.#relevances[place] = (this.#relevances[place] as number) + relevance;
  }

  /** The first and the last time of the items; an empty period if there are none. */
  bounds(): { since: number; until: number } {
    let [since, until] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    for (const time of this.#times) {
      if (time < since) since = time;
      if (time > until) until = time;
    }
    return { since, until };
  }

  /** Keeps only the newest items, and all with the same time as the last of them. */
  keepNewest(count: number): void {
    if (this.size <= count) return;
    this.#since = Float64Array.from(this.#times).sort()[this.size - count] as number;
  }

  /** The numbers and times of all items. */
  times(): Map<number, number> {
    const times = new Map<number, number>();
    for (let place = 0; place < this.size; place += 1) {
      if (this.#time(place) >= this.#since) times.set(this.#number(place), this.#time(place));
    }
    return times;
  }

  /**
   * The numbers and relevances of the most relevant items, of equally relevant ones the newest, and
   * of all ties with the last of them in relevance and time.
   */
  best(limit: number): Map<number, number> {
    const places = this.#keptPlaces();
    const threshold = nthHighest(
      places.map((place) => this.#relevance(place)),
      limit,
    );
    const best: number[] = [];
    const equal: number[] = [];
    for (const place of places) {
      if (this.#relevance(place) > threshold) best.push(place);
      else if (this.#relevance(place) === threshold) equal.push(place);
    }
    const times = Float64Array.from(equal, (place) => this.#time(place)).sort();
    const oldest = times.at(best.length - limit) ?? Number.NEGATIVE_INFINITY;
    for (const place of equal) if (this.#time(place) >= oldest) best.push(place);
    return new Map(best.map((place) => [this.#number(place), this.#relevance(place)]));
  }

  /** The places of the items that {@link keepNewest} keeps. */
  #keptPlaces(): number[] {
    const places: number[] = [];
    for (let place = 0; place < this.size; place += 1) {
      if (this.#time(place) >= this.#since) places.push(place);
    }
    return places;
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
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let place = 0; place < this.size; place += 1) {
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
