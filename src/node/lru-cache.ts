export interface LruCacheOptions<Value> {
  /** Total size of all values, in the unit of `sizeOf`. */
  maxSize: number;
  /** Size of a value (default: 1, so that `maxSize` counts entries). */
  sizeOf?: (value: Value) => number;
}

/** A map of bounded size. It evicts the least recently used entries first. */
export class LruCache<Key, Value extends NonNullable<unknown>> {
  readonly #maxSize: number;
  readonly #sizeOf: (value: Value) => number;
  /** Least recently used first. */
  readonly #entries = new Map<Key, { value: Value; size: number }>();
  /** Reused: a new iterator would skip all slots of evicted entries again on each eviction. */
  readonly #oldest = this.#entries.keys();
  #size = 0;

  constructor({ maxSize, sizeOf = () => 1 }: LruCacheOptions<Value>) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  /** The value of a key, which becomes the most recently used. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Stores a value as the most recently used. A value larger than `maxSize` is not kept. */
  set(key: Key, value: Value): void {
    this.delete(key);
    const size = this.#sizeOf(value);
    if (size > this.#maxSize) return;
    this.#entries.set(key, { value, size });
    this.#size += size;
    while (this.#size > this.#maxSize) this.delete(this.#oldest.next().value as Key);
  }

  delete(key: Key): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }
}
