/** What is kept with each answer, by and large, in what sizes are counted in. */
const overhead = 500;

interface Kept<Answer> {
  answer: Promise<Answer>;
  size: number;
}

/**
 * Answers that are given again while the state that they were made from lasts: no other than would
 * be made anew. Who asks while the same is being made waits for that one.
 */
export class ResponseCache<Answer> {
  readonly #most: number;
  readonly #sizeOf: (answer: Answer) => number;
  /** The one that was asked for longest ago comes first. */
  readonly #kept = new Map<string, Kept<Answer>>();
  #state: string | undefined;
  #size = 0;

  /** @param most how large all of them may be together, in what `sizeOf` counts */
  constructor(most: number, sizeOf: (answer: Answer) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  /**
   * @param state of all that an answer depends on beside its question
   * @param make must read that state, or a later one; a failure is not kept
   */
  async get(question: string, state: string, make: () => Promise<Answer>): Promise<Answer> {
    if (state !== this.#state) this.#forgetAll(state);
    const known = this.#kept.get(question);
    if (known) {
      this.#kept.delete(question);
      this.#kept.set(question, known);
      return known.answer;
    }
    const kept: Kept<Answer> = { answer: make(), size: 0 };
    this.#kept.set(question, kept);
    try {
      const answer = await kept.answer;
      if (this.#kept.get(question) === kept) this.#count(kept, this.#sizeOf(answer) + overhead);
      return answer;
    } catch (error) {
      if (this.#kept.get(question) === kept) this.#kept.delete(question);
      throw error;
    }
  }

  #forgetAll(state: string): void {
    this.#kept.clear();
    this.#size = 0;
    this.#state = state;
  }

  #count(made: Kept<Answer>, size: number): void {
    made.size = size;
    this.#size += size;
    for (const [question, { size: freed }] of this.#kept) {
      if (this.#size <= this.#most) return;
      this.#kept.delete(question);
      this.#size -= freed;
    }
  }
}
