import { isLocked, whenUnlocked } from './when-unlocked.ts';

/** Makes attempts at transactions in the order of the calls, while other processes lock the file. */
export class LockQueue {
  /** The last call that waits for the lock. */
  #last: Promise<unknown> | undefined;

  /**
   * Makes the first attempt at once unless an earlier call waits. Repeats it while the file is locked.
   *
   * @param deadline time of `performance.now()` until which it is repeated
   */
  async run<Result>(attempt: () => Result, deadline: number): Promise<Result> {
    if (!this.#last) {
      try {
        return attempt();
      } catch (error) {
        if (!isLocked(error)) throw error;
      }
    }
    const earlier = this.#last;
    const waiting = (async () => {
      await earlier?.catch(() => {});
      return whenUnlocked(attempt, deadline);
    })();
    this.#last = waiting;
    try {
      return await waiting;
    } finally {
      if (this.#last === waiting) this.#last = undefined;
    }
  }
}
