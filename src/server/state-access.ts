/** Orders the calls of a server that use its state, so that none uses a store that is replaced. */
export class StateAccess {
  #last: Promise<unknown> = Promise.resolve();
  #replacing: Promise<unknown> | undefined;
  readonly #uses = new Set<Promise<unknown>>();

  /** Runs one function at a time, in the order of the calls. */
  inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(run, run);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Like {@link inTurn}, for what replaces the store: after active uses, and before later ones. */
  replace(run: () => Promise<void>): Promise<void> {
    return this.inTurn(async () => {
      const replaced = Promise.allSettled(this.#uses).then(run);
      this.#replacing = replaced.catch(() => {});
      await replaced.finally(() => {
        this.#replacing = undefined;
      });
    });
  }

  /** Runs what must not be interrupted by {@link replace}. */
  async use<Result>(run: () => Promise<Result>): Promise<Result> {
    await this.replaced();
    const result = run();
    this.#uses.add(result);
    try {
      return await result;
    } finally {
      this.#uses.delete(result);
    }
  }

  /** Resolves when the store is not being replaced. */
  async replaced(): Promise<void> {
    while (this.#replacing) await this.#replacing;
  }

  /** Resolves when the store is not being replaced, and there are no uses. */
  async idle(): Promise<void> {
    await this.replaced();
    await Promise.allSettled(this.#uses);
  }
}
