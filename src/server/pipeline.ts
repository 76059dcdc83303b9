/** Runs asynchronous steps one at a time while the caller prepares the next. */
export class Pipeline {
  #running: Promise<void> = Promise.resolve();

  /** Resolves when the step has started; rejects without starting it if the previous one failed. */
  async begin(step: () => Promise<void>): Promise<void> {
    await this.#running;
    this.#running = step();
    // The next begin() or ended() rejects with the error.
    this.#running.catch(() => {});
  }

  /** Resolves when the last step has ended; rejects if it failed. */
  ended(): Promise<void> {
    return this.#running;
  }
}
