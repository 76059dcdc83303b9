/** Words of a text and what they become, found by their place in it: no substring is made. */
export class WordTable {
  readonly #slots: Int32Array;
  readonly #toTerm: (word: string) => string;
  #words: string[] = [];
  #terms: string[] = [];

  /**
   * @param size a power of two; when half as many words are known, all are forgotten
   * @param toTerm called once for each word while it is known
   */
  constructor(size: number, toTerm: (word: string) => string) {
    this.#slots = new Int32Array(size);
    this.#toTerm = toTerm;
  }

  /** The term of the word from `start` to before `end`. */
  term(text: string, start: number, end: number): string {
    const mask = this.#slots.length - 1;
    let slot = hash(text, start, end) & mask;
    for (;;) {
      const entry = this.#slots[slot] ?? 0;
      if (entry === 0) return this.#learn(slot, copied(text, start, end));
      if (isAt(text, start, end, this.#words[entry - 1] ?? '')) return this.#terms[entry - 1] ?? '';
      slot = (slot + 1) & mask;
    }
  }

  #learn(slot: number, word: string): string {
    const term = this.#toTerm(word);
    if (this.#words.length * 2 >= this.#slots.length) {
      this.#slots.fill(0);
      this.#words = [];
      this.#terms = [];
    }
    this.#words.push(word);
    this.#terms.push(term);
    this.#slots[slot] = this.#words.length;
    return term;
  }
}

function hash(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = (Math.imul(value, 31) + text.charCodeAt(at)) | 0;
  return value ^ (value >>> 15);
}

function isAt(text: string, start: number, end: number, word: string): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at += 1) {
    if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  }
  return true;
}

/** A slice keeps the whole text in memory that it was cut from: a news story for each of its words. */
function copied(text: string, start: number, end: number): string {
  return Buffer.from(text.slice(start, end)).toString();
}
