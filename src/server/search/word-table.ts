/** Words and what they become, remembered: the news uses the same few thousand words. */
export class WordTable {
  readonly #terms = new Map<string, string>();
  readonly #size: number;
  readonly #toTerm: (word: string) => string;

  /**
   * @param size when so many words are known, all are forgotten
   * @param toTerm called once for each word while it is known
   */
  constructor(size: number, toTerm: (word: string) => string) {
    this.#size = size;
    this.#toTerm = toTerm;
  }

  /** The term of the word from `start` to before `end`. */
  term(text: string, start: number, end: number): string {
    const word = text.slice(start, end);
    return this.#terms.get(word) ?? this.#learn(word);
  }

  #learn(word: string): string {
    const term = this.#toTerm(word);
    if (this.#terms.size >= this.#size) this.#terms.clear();
    this.#terms.set(copied(word), term);
    return term;
  }
}

/** A slice keeps the whole text in memory that it was cut from: a news story for each of its words. */
function copied(word: string): string {
  return Buffer.from(word).toString();
}
