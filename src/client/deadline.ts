import { monotonicNow } from './monotonic-clock.ts';

/** The end of the time that a call has, its retries included. */
export class Deadline {
  /** Aborted at the end. */
  readonly signal: AbortSignal;
  /** Milliseconds that were given. */
  readonly timeout: number;
  readonly #end: number;

  constructor(timeout: number) {
    this.timeout = timeout;
    this.signal = AbortSignal.timeout(timeout);
    this.#end = monotonicNow() + timeout;
  }

  /** Milliseconds. */
  get remaining(): number {
    return this.#end - monotonicNow();
  }
}
