/** Queued work for the next transaction. */
interface Pending {
  run(): void;
  settle(): void;
  reject(error: unknown): void;
}

/** Maximum number of transactions that are being synced at the same time. */
const maxFlushes = 2;

/** Milliseconds that {@link GroupCommit.runLater} waits for a transaction to join. */
const laterDelay = 5;

export interface GroupTarget {
  /** Runs the work in one transaction. Resolves once that is durable. */
  commit(work: () => void): Promise<void>;
}

/**
 * Collects writes into one transaction, so that they share one `fsync`: those of the same turn of
 * the event loop, and those that come while earlier transactions are being synced.
 */
export class GroupCommit {
  readonly #target: GroupTarget;
  #pending: Pending[] = [];
  #isUrgent = false;
  #flushing = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(target: GroupTarget) {
    this.#target = target;
  }

  /**
   * Resolves with the result of the work once it is durable. The work is synchronous and only uses
   * the database. If it throws, its whole transaction fails.
   */
  run<Result>(work: () => Result): Promise<Result> {
    if (!this.#isUrgent) {
      this.#isUrgent = true;
      if (this.#flushing < maxFlushes) setImmediate(() => void this.#commit());
    }
    return this.#enqueue(work);
  }

  /** Like {@link run}, but starts no transaction for {@link laterDelay}: it joins the next one. */
  runLater<Result>(work: () => Result): Promise<Result> {
    this.#timer ??= setTimeout(() => void this.#commit(), laterDelay);
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
    if (this.#flushing >= maxFlushes) return;
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
    if (this.#isUrgent) setImmediate(() => void this.#commit());
    else if (this.#pending.length > 0) {
      this.#timer ??= setTimeout(() => void this.#commit(), laterDelay);
    }
  }

  #takePending(): Pending[] {
    const batch = this.#pending;
    this.#pending = [];
    this.#isUrgent = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return batch;
  }
}
