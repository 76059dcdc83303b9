/** How many items terms occur in, remembered while the news stays as it is. */
export class Frequencies {
  readonly #most: number;
  readonly #known = new Map<string, number>();
  #generation: number | undefined;

  /** @param most when so many terms are known, all are forgotten */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param generation of the news: what is known of another one no longer holds */
  of(term: string, generation: number, count: () => number): number {
    if (generation !== this.#generation || this.#known.size >= this.#most) this.#known.clear();
    this.#generation = generation;
    const known = this.#known.get(term);
    if (known !== undefined) return known;
    const counted = count();
    this.#known.set(term, counted);
    return counted;
  }
}
