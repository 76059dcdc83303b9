export interface LruCacheOptions<Value> {
  /** Maximum total size of the values, in the unit of `sizeOf`. */
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
  /** Reused, since a new iterator has to skip the slots of deleted entries. */
  #keysByAge = this.#entries.keys();
  /** The deletions since the iterator was created. */
  #deletions = 0;
  #size = 0;
  #newest: Key | undefined;

  constructor({ maxSize, sizeOf = () => 1 }: LruCacheOptions<Value>) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  /** The value of a key, which becomes the most recently used. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // Moving an entry costs more than finding it.
    if (key !== this.#newest) {
      this.#remove(key);
      this.#entries.set(key, entry);
      this.#newest = key;
    }
    return entry.value;
  }

  /** Stores a value as the most recently used. A value larger than `maxSize` is not stored. */
  set(key: Key, value: Value): void {
    this.delete(key);
    const size = this.#sizeOf(value);
    if (size > this.#maxSize) return;
    this.#entries.set(key, { value, size });
    this.#newest = key;
    this.#size += size;
    while (this.#size > this.#maxSize) this.delete(this.#keysByAge.next().value as Key);
  }

  /** Least recently used first. */
  keys(): IterableIterator<Key> {
    return this.#entries.keys();
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#size -= entry.size;
    this.#remove(key);
  }

  /**
   * V8 copies the entries of a map to a new table again and again while entries are moved, and an
   * iterator keeps all tables since its last step. So it is replaced after as many deletions as there
   * are entries.
   */
  #remove(key: Key): void {
    this.#entries.delete(key);
    this.#deletions += 1;
    if (this.#deletions > this.#entries.size) this.#renewIterator();
  }

  #renewIterator(): void {
    this.#keysByAge = this.#entries.keys();
    this.#deletions = 0;
  }

  clear(): void {
    this.#entries.clear();
    this.#size = 0;
    this.#newest = undefined;
    this.#renewIterator();
  }
}
