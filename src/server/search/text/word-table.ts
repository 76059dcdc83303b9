import { termId } from './term-id.ts';

const initialWords = 1024;
/** Hash cells for each word, so that most words are found in their first cell. */
const cellsPerWord = 2;
/** Initial bytes for each record. */
const bytesPerWord = 32;
/** Three numbers at the start of a record, before the word and its term. */
const headerBytes = 12;
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
   * The records of the words, at multiples of four: the id of the term, the place of the term in the
   * list, the lengths of both in a byte each, and the bytes of both. The number of a word is the position
   * of its record in {@link #numbers}. All that a lookup reads is together, because most of the time is
   * spent waiting for memory.
   */
  #bytes = Buffer.from(new ArrayBuffer(initialWords * bytesPerWord));
  /** The same memory. */
  #numbers = new Uint32Array(this.#bytes.buffer);
  #used = 0;
  /** A hash table; two entries for each cell: the hash of a word and its number. */
  #cells = emptyCells(initialWords);

  /**
   * @param maxWords number of words at which the cache is cleared, which invalidates all numbers
   * @param toTerm returns the term of a word: ASCII, at most 255 bytes, as is the word
   */
  constructor(maxWords: number, toTerm: (word: string) => string) {
    this.#maxWords = maxWords;
    this.#toTerm = toTerm;
  }

  /**
   * The number of the word from `start` (inclusive) to `end` (exclusive). Adds a new word.
   *
   * @param hash of the word, if it is known
   */
  numberOf(bytes: Buffer, start: number, end: number, hash = hashOf(bytes, start, end)): number {
    const cells = this.#cells;
    const mask = cells.length - 1;
    for (let cell = cellOf(hash, mask); ; cell = (cell + 2) & mask) {
      const number = cells[cell + 1] as number;
      if (number === unused) return this.#add(bytes, start, end, hash);
      if (cells[cell] === hash && this.#equals(number, bytes, start, end)) return number;
    }
  }

  term(number: number): string {
    return this.#terms[this.#numbers[number + 1] as number] ?? '';
  }

  /** The {@link termId} of the term. */
  id(number: number): number {
    return this.#numbers[number] as number;
  }

  /** Writes the term to `out` and returns the position after it. */
  write(number: number, out: Uint8Array, start: number): number {
    const memory = this.#bytes;
    const record = number * 4;
    const from = record + headerBytes + (memory[record + 8] as number);
    const length = memory[record + 9] as number;
    for (let i = 0; i < length; i += 1) out[start + i] = memory[from + i] as number;
    return start + length;
  }

  #equals(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const memory = this.#bytes;
    const record = number * 4;
    const length = end - start;
    if (memory[record + 8] !== length) return false;
    const from = record + headerBytes;
    for (let i = 0; i < length; i += 1) if (memory[from + i] !== bytes[start + i]) return false;
    return true;
  }

  #add(bytes: Buffer, start: number, end: number, hash: number): number {
    const word = bytes.toString('latin1', start, end);
    const term = this.#toTerm(word);
    if (this.#terms.length >= this.#maxWords) this.#clear();
    const record = this.#used;
    const from = record + headerBytes;
    this.#used = multipleOfFour(from + word.length + term.length);
    this.#makeRoom();
    const number = record / 4;
    this.#numbers[number] = termId(term);
    this.#numbers[number + 1] = this.#terms.push(term) - 1;
    this.#bytes[record + 8] = word.length;
    this.#bytes[record + 9] = term.length;
    this.#bytes.write(`${word}${term}`, from, 'latin1');
    this.#place(hash, number);
    return number;
  }

  #clear(): void {
    this.#terms = [];
    this.#used = 0;
    this.#cells.fill(unused);
  }

  /** Makes room for one more word. */
  #makeRoom(): void {
    if (this.#used > this.#bytes.length) {
      const bytes = Buffer.from(new ArrayBuffer(2 * this.#bytes.length));
      bytes.set(this.#bytes);
      this.#bytes = bytes;
      this.#numbers = new Uint32Array(bytes.buffer);
    }
    const oldCells = this.#cells;
    const words = oldCells.length / 2 / cellsPerWord;
    if (this.#terms.length < words) return;
    this.#cells = emptyCells(2 * words);
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

function multipleOfFour(length: number): number {
  return (length + 3) & ~3;
}

/** The hash of an empty word. Random, so that texts cannot be crafted to make all words collide. */
export const firstHash = Math.floor(Math.random() * 2 ** 32) | 0;

/** The hash of a word with one more byte: FNV-1a. */
export function nextHash(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = firstHash;
  for (let at = start; at < end; at += 1) hash = nextHash(hash, bytes[at] as number);
  return hash;
}

/** The position of the first cell of a hash; a cell has two entries. */
function cellOf(hash: number, mask: number): number {
  return ((hash ^ (hash >>> 15)) << 1) & mask;
}
