import { clearTimeout, setImmediate, setTimeout } from 'node:timers';

/** Queued work for the next transaction. */
interface PendingWork {
  run(): void;
  settle(): void;
  reject(error: unknown): void;
}

/** Maximum number of transactions that are being synced concurrently. */
const maxActiveCommits = 2;

/** Milliseconds that {@link GroupCommit.runLater} waits for a transaction to join. */
const laterDelay = 5;

export interface GroupTarget {
  /**
   * Runs the work in one transaction. Resolves once that is durable.
   *
   * @param since when the oldest work was queued, a time of `performance.now()`
   */
  commit(work: () => void, since: number): Promise<void>;
}

/**
 * Batches writes into transactions, so that each batch needs one `fsync`: writes of the same turn
 * of the event loop, and writes that arrive while earlier transactions are being synced.
 */
export class GroupCommit {
  readonly #target: GroupTarget;
  #pending: PendingWork[] = [];
  /** When the oldest pending work was queued, a time of `performance.now()`. */
  #pendingSince = 0;
  #hasUrgentWork = false;
  #activeCommits = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(target: GroupTarget) {
    this.#target = target;
  }

  /**
   * Resolves with the result of the work once it is durable. The work is synchronous and only uses
   * the database. If it throws, its whole transaction fails.
   */
  run<Result>(work: () => Result): Promise<Result> {
    if (!this.#hasUrgentWork) {
      this.#hasUrgentWork = true;
      if (this.#activeCommits < maxActiveCommits) setImmediate(() => void this.#commit());
    }
    return this.#enqueue(work);
  }

  /** Like {@link run}, but waits up to {@link laterDelay} for another transaction to join. */
  runLater<Result>(work: () => Result): Promise<Result> {
    this.#timer ??= setTimeout(() => void this.#commit(), laterDelay);
    return this.#enqueue(work);
  }

  #enqueue<Result>(work: () => Result): Promise<Result> {
    if (this.#pending.length === 0) this.#pendingSince = performance.now();
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
    if (this.#activeCommits >= maxActiveCommits) return;
    const since = this.#pendingSince;
    const batch = this.#takePending();
    if (batch.length === 0) return;
    this.#activeCommits += 1;
    try {
      await this.#target.commit(() => {
        for (const item of batch) item.run();
      }, since);
      for (const item of batch) item.settle();
    } catch (error) {
      for (const item of batch) item.reject(error);
    } finally {
      this.#activeCommits -= 1;
    }
    if (this.#hasUrgentWork) setImmediate(() => void this.#commit());
    else if (this.#pending.length > 0) {
      this.#timer ??= setTimeout(() => void this.#commit(), laterDelay);
    }
  }

  #takePending(): PendingWork[] {
    const batch = this.#pending;
    this.#pending = [];
    this.#hasUrgentWork = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return batch;
  }
}
