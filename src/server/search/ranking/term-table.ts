const unused = -1;

/** The low bits of an id, by which the filter rejects most terms that are not in the table. */
const filterMask = 2 ** 13 - 1;

/**
 * A hash table from term ids to indexes, which are given from 0 in the order of the constructor. A
 * search looks up every term of every candidate; with a `Map`, it takes a third longer.
 */
export class TermTable {
  readonly #ids: Uint32Array;
  readonly #indexes: Int32Array;
  readonly #mask: number;
  /** Whether any id has these low bits. */
  readonly #filter = new Uint8Array(filterMask + 1);
  #size = 0;

  constructor(ids: Iterable<number>) {
    const given = [...ids];
    // Mostly empty, so that most lookups end at the first cell.
    const capacity = 2 ** Math.ceil(Math.log2(given.length * 8 + 64));
    this.#ids = new Uint32Array(capacity);
    this.#indexes = new Int32Array(capacity).fill(unused);
    this.#mask = capacity - 1;
    for (const id of given) this.#add(id);
  }

  /** Number of distinct terms. */
  get size(): number {
    return this.#size;
  }

  /** The index of a term; -1 if it is not in the table. */
  indexOf(id: number): number {
    return this.#indexes[this.#cellOf(id)] ?? unused;
  }

  /** The index of each occurrence of one of these terms in a field, in reading order. */
  occurrences(field: Uint32Array): number[] {
    const found: number[] = [];
    const filter = this.#filter;
    for (let at = 0; at < field.length; at += 1) {
      const id = field[at] as number;
      if (!filter[mixed(id) & filterMask]) continue;
      const index = this.indexOf(id);
      if (index !== unused) found.push(index);
    }
    return found;
  }

  #add(id: number): void {
    const cell = this.#cellOf(id);
    if (this.#indexes[cell] !== unused) return;
    this.#filter[mixed(id) & filterMask] = 1;
    this.#ids[cell] = id;
    this.#indexes[cell] = this.#size;
    this.#size += 1;
  }

  #cellOf(id: number): number {
    let cell = mixed(id) & this.#mask;
    while (this.#indexes[cell] !== unused && this.#ids[cell] !== id) cell = (cell + 1) & this.#mask;
    return cell;
  }
}

/** Mixes the higher bits of an id into the lower ones. */
function mixed(id: number): number {
  return id ^ (id >>> 15);
}
