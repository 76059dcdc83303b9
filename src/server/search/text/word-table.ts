import { termId } from './term-id.ts';

const initialWords = 1024;
/** Hash cells for each word, so that most words are found in their first cell. */
const cellsPerWord = 4;
/** Initial bytes for each word and its term. */
const bytesPerWord = 16;
const unused = -1;

/**
 * A cache of the terms of ASCII words. Words are looked up by their bytes within a text, without
 * creating a string, and numbered. With a `Map` of strings, analyzing takes twice as long.
 */
export class WordTable {
  readonly #maxWords: number;
  readonly #toTerm: (word: string) => string;
  #terms: string[] = [];
  /**
   * Four entries for each word: its start in the memory, its length, the length of its term, which
   * follows it in the memory, and the id of the term.
   */
  #entries = new Uint32Array(initialWords * 4);
  #memory = Buffer.alloc(initialWords * bytesPerWord);
  #used = 0;
  /** A hash table; two entries for each cell: the hash of a word and its number. */
  #cells = emptyCells(initialWords);

  /**
   * @param maxWords number of words at which the cache is cleared, which invalidates all numbers
   * @param toTerm returns the term of a word: ASCII
   */
  constructor(maxWords: number, toTerm: (word: string) => string) {
    this.#maxWords = maxWords;
    this.#toTerm = toTerm;
  }

  /** The number of the word from `start` (inclusive) to `end` (exclusive). Adds a new word. */
  numberOf(bytes: Buffer, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const cells = this.#cells;
    const mask = cells.length - 1;
    for (let cell = cellOf(hash, mask); ; cell = (cell + 2) & mask) {
      const number = cells[cell + 1] as number;
      if (number === unused) return this.#add(bytes, start, end, hash);
      if (cells[cell] === hash && this.#equals(number, bytes, start, end)) return number;
    }
  }

  term(number: number): string {
    return this.#terms[number] ?? '';
  }

  /** The {@link termId} of the term. */
  id(number: number): number {
    return this.#entries[number * 4 + 3] as number;
  }

  /** Writes the term to `out` and returns the position after it. */
  write(number: number, out: Uint8Array, start: number): number {
    const entry = number * 4;
    const from = (this.#entries[entry] as number) + (this.#entries[entry + 1] as number);
    const length = this.#entries[entry + 2] as number;
    for (let i = 0; i < length; i += 1) out[start + i] = this.#memory[from + i] as number;
    return start + length;
  }

  #equals(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#entries[number * 4] as number;
    const length = end - start;
    if (this.#entries[number * 4 + 1] !== length) return false;
    for (let i = 0; i < length; i += 1) {
      if (this.#memory[from + i] !== bytes[start + i]) return false;
    }
    return true;
  }

  #add(bytes: Buffer, start: number, end: number, hash: number): number {
    const word = bytes.toString('latin1', start, end);
    const term = this.#toTerm(word);
    if (this.#terms.length >= this.#maxWords) this.#clear();
    const number = this.#terms.push(term) - 1;
    this.#makeRoom(word.length + term.length);
    const from = this.#used;
    this.#used += this.#memory.write(word, from, 'latin1');
    this.#used += this.#memory.write(term, this.#used, 'latin1');
    const entry = number * 4;
    this.#entries[entry] = from;
    this.#entries[entry + 1] = word.length;
    this.#entries[entry + 2] = term.length;
    this.#entries[entry + 3] = termId(term);
    this.#place(hash, number);
    return number;
  }

  #clear(): void {
    this.#terms = [];
    this.#used = 0;
    this.#cells.fill(unused);
  }

  /** Makes room for one more word. */
  #makeRoom(bytes: number): void {
    if (this.#used + bytes > this.#memory.length) {
      this.#memory = Buffer.concat([this.#memory], this.#memory.length * 2);
    }
    const words = this.#terms.length;
    if (words * 4 <= this.#entries.length) return;
    const entries = new Uint32Array(this.#entries.length * 2);
    entries.set(this.#entries);
    this.#entries = entries;
    const oldCells = this.#cells;
    this.#cells = emptyCells(entries.length / 4);
    for (let cell = 0; cell < oldCells.length; cell += 2) {
      const number = oldCells[cell + 1] as number;
      if (number !== unused) this.#place(oldCells[cell] as number, number);
    }
  }

  #place(hash: number, number: number): void {
    const mask = this.#cells.length - 1;
    let cell = cellOf(hash, mask);
    while (this.#cells[cell + 1] !== unused) cell = (cell + 2) & mask;
    this.#cells[cell] = hash;
    this.#cells[cell + 1] = number;
  }
}

function emptyCells(words: number): Int32Array {
  return new Int32Array(words * cellsPerWord * 2).fill(unused);
}

/** Random, so that texts cannot be crafted to make all words collide. */
const basis = Math.floor(Math.random() * 2 ** 32);

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = basis;
  for (let i = start; i < end; i += 1) {
    hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  }
  return hash;
}

/** The position of the first cell of a hash; a cell has two entries. */
function cellOf(hash: number, mask: number): number {
  return ((hash ^ (hash >>> 15)) << 1) & mask;
}
