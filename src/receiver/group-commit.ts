/** One piece of work that waits for the next transaction. */
interface Pending {
  run(): void;
  settle(): void;
  reject(error: unknown): void;
}

/**
 * Collects the writes of one turn of the event loop into one transaction, so that they share one
 * `fsync`: while a commit runs, the sockets fill up, and the next turn commits all of that at once.
 */
export class GroupCommit {
  readonly #transaction: (work: () => void) => void;
  #pending: Pending[] = [];

  constructor(transaction: (work: () => void) => void) {
    this.#transaction = transaction;
  }

  /** How many writes wait. */
  get size(): number {
    return this.#pending.length;
  }

  /**
   * Resolves with the work's result once it is durable. The work is synchronous, touches the
   * database alone, and where it throws, fails everything of its turn.
   */
  run<Result>(work: () => Result): Promise<Result> {
    if (this.#pending.length === 0) setImmediate(() => this.#commit());
    return new Promise((resolve, reject) => {
      let result: Result;
      this.#pending.push({
        run: () => {
          result = work();
        },
        settle: () => resolve(result),
        reject,
      });
    });
  }

  #commit(): void {
    const batch = this.#pending;
    this.#pending = [];
    try {
      this.#transaction(() => {
        for (const each of batch) each.run();
      });
    } catch (error) {
      for (const each of batch) each.reject(error);
      return;
    }
    for (const each of batch) each.settle();
  }
}
