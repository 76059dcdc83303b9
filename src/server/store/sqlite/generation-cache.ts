/** Bytes that each takes besides its value: its key, and its place in the table. */
const overhead = 100;

/**
 * What was read of the news, remembered while that stays as it is, up to a size: what was read first
 * is forgotten first.
 */
export class GenerationCache<Key, Value> {
  readonly #most: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #known = new Map<Key, Value>();
  /** Goes through what is known as it is forgotten: from the start, it would pass all the gaps again. */
  readonly #oldest = this.#known.keys();
  #size = 0;
  #generation: number | undefined;

  /**
   * @param most bytes that all of them may take
   * @param sizeOf bytes that a value takes
   */
  constructor(most: number, sizeOf: (value: Value) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  /** Forgets what was read of the news in another generation than this. */
  renew(generation: number): void {
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#known.clear();
    this.#size = 0;
  }

  get(key: Key): Value | undefined {
    return this.#known.get(key);
  }

  set(key: Key, value: Value): void {
    this.#forget(key);
    this.#known.set(key, value);
    this.#size += this.#sizeOf(value) + overhead;
    while (this.#size > this.#most) this.#forget(this.#oldest.next().value as Key);
  }

  #forget(key: Key): void {
    const value = this.#known.get(key);
    if (value === undefined) return;
    this.#known.delete(key);
    this.#size -= this.#sizeOf(value) + overhead;
  }
}
