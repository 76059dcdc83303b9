/** The words of texts, in lower case, and how often each is written in capitals. */
export class WrittenWords {
  readonly #counts = new Map<string, number>();
  /** The number of times in capitals minus the others, in texts that are not in capitals. */
  readonly #capitals = new Map<string, number>();

  add(text: string): void {
    const isCapitals = text === text.toUpperCase();
    for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) {
      const lower = word.toLowerCase();
      this.#counts.set(lower, (this.#counts.get(lower) ?? 0) + 1);
      if (isCapitals) continue;
      const change = word === word.toUpperCase() ? 1 : -1;
      this.#capitals.set(lower, (this.#capitals.get(lower) ?? 0) + change);
    }
  }

  mostFrequentFirst(): string[] {
    return [...this.#counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  }

  /** Whether the word is mostly in capitals. */
  isAcronym(word: string): boolean {
    return (this.#capitals.get(word) ?? 0) > 0;
  }
}
