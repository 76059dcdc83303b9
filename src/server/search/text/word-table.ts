import { termId } from './term-id.ts';

const firstWords = 1024;
/** Cells for each word that there is room for, so that most words are found at once. */
const cellsEach = 4;
/** Bytes that a word and its term take in the memory that a table begins with; most take fewer. */
const bytesEach = 16;
const unused = -1;

/**
 * Words of ASCII and what they become, remembered: the news uses the same few thousand words. A word
 * is looked up where it stands among the bytes of its text, and has a number while it is known.
 */
export class WordTable {
  readonly #most: number;
  readonly #toTerm: (word: string) => string;
  #terms: string[] = [];
  /** Of each word: where its bytes start, how many they are, how many its term's right behind them, and the term's id. */
  #entries = new Uint32Array(firstWords * 4);
  #memory = Buffer.alloc(firstWords * bytesEach);
  #used = 0;
  /** By hash: a word's hash and its number. */
  #cells = emptyCells(firstWords);

  /**
   * @param most when so many words are known, all are forgotten, and the numbers are given anew
   * @param toTerm gives the term, ASCII too and no longer than twice the word; called once for each
   *   word while it is known
   */
  constructor(most: number, toTerm: (word: string) => string) {
    this.#most = most;
    this.#toTerm = toTerm;
  }

  /** The number of the word from `start` to before `end`. */
  numberOf(bytes: Buffer, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const cells = this.#cells;
    const mask = cells.length - 1;
    for (let cell = cellOf(hash, mask); ; cell = (cell + 2) & mask) {
      const number = cells[cell + 1] as number;
      if (number === unused) return this.#learn(bytes, start, end, hash);
      if (cells[cell] === hash && this.#stands(number, bytes, start, end)) return number;
    }
  }

  term(number: number): string {
    return this.#terms[number] ?? '';
  }

  /** The term's {@link termId}. */
  id(number: number): number {
    return this.#entries[number * 4 + 3] as number;
  }

  /** Writes the term into `out`, and gives the place behind it. */
  write(number: number, out: Uint8Array, start: number): number {
    const entry = number * 4;
    const from = (this.#entries[entry] as number) + (this.#entries[entry + 1] as number);
    const length = this.#entries[entry + 2] as number;
    for (let at = 0; at < length; at += 1) out[start + at] = this.#memory[from + at] as number;
    return start + length;
  }

  #stands(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#entries[number * 4] as number;
    const length = end - start;
    if (this.#entries[number * 4 + 1] !== length) return false;
    for (let at = 0; at < length; at += 1) {
      if (this.#memory[from + at] !== bytes[start + at]) return false;
    }
    return true;
  }

  #learn(bytes: Buffer, start: number, end: number, hash: number): number {
    const word = bytes.toString('latin1', start, end);
    const term = this.#toTerm(word);
    if (this.#terms.length >= this.#most) this.#forget();
    const number = this.#terms.push(term) - 1;
    this.#makeRoom(3 * word.length);
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

  #forget(): void {
    this.#terms = [];
    this.#used = 0;
    this.#cells.fill(unused);
  }

  /** For one more word. */
  #makeRoom(bytes: number): void {
    if (this.#used + bytes > this.#memory.length) {
      this.#memory = Buffer.concat([this.#memory], this.#memory.length * 2);
    }
    const words = this.#terms.length;
    if (words * 4 <= this.#entries.length) return;
    const entries = new Uint32Array(this.#entries.length * 2);
    entries.set(this.#entries);
    this.#entries = entries;
    const before = this.#cells;
    this.#cells = emptyCells(entries.length / 4);
    for (let cell = 0; cell < before.length; cell += 2) {
      const number = before[cell + 1] as number;
      if (number !== unused) this.#place(before[cell] as number, number);
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
  return new Int32Array(words * cellsEach * 2).fill(unused);
}

/** Where hashes start in this process: nobody can write news whose words all meet in one cell. */
const basis = Math.floor(Math.random() * 2 ** 32);

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = basis;
  for (let at = start; at < end; at += 1) {
    hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  }
  return hash;
}

/** A cell is two numbers wide. */
function cellOf(hash: number, mask: number): number {
  return ((hash ^ (hash >>> 15)) << 1) & mask;
}
