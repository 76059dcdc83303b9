/** One piece of work that waits for the next transaction. */
interface Pending {
  run(): void;
  settle(): void;
  reject(error: unknown): void;
}

/** Transactions that the disk works on at a time: meanwhile the next one is made. */
const flushesAtOnce = 2;

/** Milliseconds that work waits for other work to go along with. */
const patience = 5;

/** Where the writes go. */
export interface GroupTarget {
  /** Does the work in one transaction, and resolves once that is on the disk. */
  commit(work: () => void): Promise<void>;
}

/**
 * Collects writes into one transaction, so that they share one `fsync`: those of the same turn of
 * the event loop, and those that come while the disk still works on the transactions before.
 */
export class GroupCommit {
  readonly #target: GroupTarget;
  #pending: Pending[] = [];
  #urgent = false;
  #flushing = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(target: GroupTarget) {
    this.#target = target;
  }

  /**
   * Resolves with the work's result once it is durable. The work is synchronous, touches the
   * database alone, and where it throws, fails everything of its transaction.
   */
  run<Result>(work: () => Result): Promise<Result> {
    if (!this.#urgent) {
      this.#urgent = true;
      if (this.#flushing < flushesAtOnce) setImmediate(() => void this.#commit());
    }
    return this.#enqueue(work);
  }

  /** The same for work that nobody waits for: it goes along with the next, or a little later. */
  runLater<Result>(work: () => Result): Promise<Result> {
    this.#timer ??= setTimeout(() => void this.#commit(), patience);
    return this.#enqueue(work);
  }

  #enqueue<Result>(work: () => Result): Promise<Result> {
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

  async #commit(): Promise<void> {
    this.#timer = undefined;
    if (this.#flushing >= flushesAtOnce) return;
    const batch = this.#takePending();
    if (batch.length === 0) return;
    this.#flushing += 1;
    try {
      await this.#target.commit(() => {
        for (const each of batch) each.run();
      });
      for (const each of batch) each.settle();
    } catch (error) {
      for (const each of batch) each.reject(error);
    } finally {
      this.#flushing -= 1;
    }
    if (this.#urgent) setImmediate(() => void this.#commit());
    else if (this.#pending.length > 0) {
      this.#timer ??= setTimeout(() => void this.#commit(), patience);
    }
  }

  #takePending(): Pending[] {
    const batch = this.#pending;
    this.#pending = [];
    this.#urgent = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return batch;
  }
}
