/** Terms of one UTF-16 unit are their own number; the others lie above. */
const firstLong = 0x10000;

/**
 * A term as a number of 32 bits, the same on every machine: a hash (FNV-1a). Of two thousand terms,
 * one shares its number with one of a million others; the ranking takes both for the same then, the
 * index never does.
 */
export function termId(term: string): number {
  if (term.length === 1) return term.charCodeAt(0);
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  }
  return (hash | firstLong) >>> 0;
}

/** Whether a term is one letter, digit or character. */
export function isSingle(id: number): boolean {
  return id < firstLong;
}

const unused = -1;

/** How many bits of a number tell that most others are not in a table. */
const markMask = 2 ** 13 - 1;

/** Some terms, each at a place of its own: quicker to ask than a map, for millions of questions. */
export class TermTable {
  readonly #ids: Uint32Array;
  readonly #places: Int32Array;
  readonly #mask: number;
  /** Whether any of the terms has these bits. */
  readonly #marks = new Uint8Array(markMask + 1);
  #size = 0;

  constructor(ids: Iterable<number>) {
    const given = [...ids];
    // Mostly empty: what is not among the terms, as nearly everything, is known by the first look.
    const capacity = 2 ** Math.ceil(Math.log2(given.length * 8 + 64));
    this.#ids = new Uint32Array(capacity);
    this.#places = new Int32Array(capacity).fill(unused);
    this.#mask = capacity - 1;
    for (const id of given) this.#add(id);
  }

  /** How many different terms it has. */
  get size(): number {
    return this.#size;
  }

  /** The place of a term, from 0 on in the order in which they were given; -1 for any other. */
  placeOf(id: number): number {
    return this.#places[this.#cellOf(id)] ?? unused;
  }

  /** Where the next of its terms stands, from `start` on; the length where there is none. */
  next(terms: Uint32Array, start: number): number {
    const marks = this.#marks;
    for (let at = start; at < terms.length; at += 1) {
      const id = terms[at] as number;
      if (marks[mixed(id) & markMask] && this.placeOf(id) !== unused) return at;
    }
    return terms.length;
  }

  #add(id: number): void {
    const cell = this.#cellOf(id);
    if (this.#places[cell] !== unused) return;
    this.#marks[mixed(id) & markMask] = 1;
    this.#ids[cell] = id;
    this.#places[cell] = this.#size;
    this.#size += 1;
  }

  #cellOf(id: number): number {
    let cell = mixed(id) & this.#mask;
    while (this.#places[cell] !== unused && this.#ids[cell] !== id) cell = (cell + 1) & this.#mask;
    return cell;
  }
}

/** The lower bits of a number with those above. */
function mixed(id: number): number {
  return id ^ (id >>> 15);
}
