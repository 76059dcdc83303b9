/** The end of a call's timeout, which includes its retries. */
export class Deadline {
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
  /** Milliseconds from the start to the deadline. */
  readonly timeout: number;
  readonly #end: number;

  constructor(timeout: number) {
    this.timeout = timeout;
    this.signal = AbortSignal.timeout(timeout);
    this.#end = monotonicNow() + timeout;
  }

  /** Milliseconds until the deadline. */
  get remaining(): number {
    return this.#end - monotonicNow();
  }
}

/** Milliseconds of a monotonic clock. `performance.now()` would load another Node module. */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
