const unused = -1;

/** The bits of a mixed id by which the filter rejects most ids that are not in the table. */
const filterMask = 2 ** 13 - 1;

/** Where occurrences are written. */
export interface OccurrenceArrays {
  readonly terms: Int32Array;
  readonly positions: Int32Array;
}

/**
 * A hash table of term ids, with their indexes from 0 in the order of the constructor. A search
 * looks up every term of every candidate; with a `Map`, it takes a third longer.
 */
export class TermTable {
  /** As signed integers, which V8 compares and stores without conversion. */
  readonly #ids: Int32Array;
  readonly #indexes: Int32Array;
  readonly #mask: number;
  /** 1 at the filter bits of each id in the table. */
  readonly #filter = new Uint8Array(filterMask + 1);
  #size = 0;

  constructor(ids: Iterable<number>) {
    const idList = [...ids];
    // Mostly empty, so that most lookups end at the first cell.
    const capacity = 2 ** Math.ceil(Math.log2(idList.length * 8 + 64));
    this.#ids = new Int32Array(capacity);
    this.#indexes = new Int32Array(capacity).fill(unused);
    this.#mask = capacity - 1;
    for (const id of idList) this.#add(id | 0);
  }

  /** Number of distinct terms. */
  get size(): number {
    return this.#size;
  }

  /** The index of a term; -1 if it is not in the table. */
  indexOf(id: number): number {
    return this.#indexes[this.#cellOf(id | 0)] as number;
  }

  /**
   * Writes the occurrences of these terms among some ids: their indexes and the places of the ids. There must
   * be room for an occurrence at each place.
   *
   * @param start the first place
   * @param end the place after the last one
   * @param next where to write the first occurrence
   * @returns where to write the next one
   */
  findOccurrences(
    ids: Uint32Array,
    start: number,
    end: number,
    found: OccurrenceArrays,
    next: number,
  ): number {
    const { terms, positions } = found;
    const filter = this.#filter;
    let place = next;
    for (let position = start; position < end; position += 1) {
      const id = (ids[position] as number) | 0;
      if (filter[mix(id) & filterMask] === 0) continue;
      const index = this.#indexes[this.#cellOf(id)] as number;
      if (index === unused) continue;
      terms[place] = index;
      positions[place] = position;
      place += 1;
    }
    return place;
  }

  #add(id: number): void {
    const cell = this.#cellOf(id);
    if (this.#indexes[cell] !== unused) return;
    this.#filter[mix(id) & filterMask] = 1;
    this.#ids[cell] = id;
    this.#indexes[cell] = this.#size;
    this.#size += 1;
  }

  #cellOf(id: number): number {
    let cell = mix(id) & this.#mask;
    while (this.#indexes[cell] !== unused && this.#ids[cell] !== id) cell = (cell + 1) & this.#mask;
    return cell;
  }
}

/** Mixes the higher bits of an id, a signed integer, into the lower ones. */
function mix(id: number): number {
  return id ^ (id >>> 15);
}
