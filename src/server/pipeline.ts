/** Lets one piece of work go on while the next is made ready: never two at a time. */
export class Pipeline {
  #running: Promise<void> = Promise.resolve();

  /** Resolves once the work has begun; rejects, and begins nothing, where the one before has failed. */
  async begin(work: () => Promise<void>): Promise<void> {
    await this.#running;
    this.#running = work();
    // Whoever begins the next, or asks for the end, is told.
    this.#running.catch(() => {});
  }

  /** Resolves when the last has ended; rejects where it failed. */
  ended(): Promise<void> {
    return this.#running;
  }
}
