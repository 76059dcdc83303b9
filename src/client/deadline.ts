/** Milliseconds; `setTimeout()` fires at once if it is exceeded. */
const maxTimer = 2 ** 31 - 1;

/** The end of a call's timeout, which includes its retries. */
export class Deadline {
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
  /** Milliseconds from the start to the deadline. */
  readonly timeout: number;
  readonly #end: number;
  readonly #timer: ReturnType<typeof setTimeout>;

  /** @param start in milliseconds of {@link monotonicNow} (default: now) */
  constructor(timeout: number, start: number = monotonicNow()) {
    const controller = new AbortController();
    this.timeout = timeout;
    this.signal = controller.signal;
    this.#end = start + timeout;
    const expire = () => {
      controller.abort(new DOMException('the timeout has passed', 'TimeoutError'));
    };
    this.#timer = setTimeout(expire, Math.min(this.remaining, maxTimer));
  }

  /** Lets the process exit before the deadline. Only Node has such timers. */
  unref(): this {
    this.#timer.unref?.();
    return this;
  }

  /** From now on, the signal is never aborted. */
  cancel(): void {
    clearTimeout(this.#timer);
  }

  /** Milliseconds until the deadline. */
  get remaining(): number {
    return this.#end - monotonicNow();
  }
}

/** Milliseconds of a monotonic clock. */
export function monotonicNow(): number {
  return performance.now();
}
