import { setTimeout as pause } from 'node:timers/promises';

/** One pause for many: who is told to wait makes all of them wait. */
export class SharedPause {
  #until = 0;

  /** Everybody waits this long from now on, or longer where they wait already. */
  extend(milliseconds: number): void {
    this.#until = Math.max(this.#until, performance.now() + milliseconds);
  }

  /** Resolves when the pause is over; rejects when the signal is aborted. */
  async over(signal: AbortSignal): Promise<void> {
    for (;;) {
      const left = this.#until - performance.now();
      if (left <= 0) return;
      await pause(left, undefined, { signal });
    }
  }
}
