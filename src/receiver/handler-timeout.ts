/**
 * The timeout of one event, as a promise and as an `AbortSignal`. The signal is created on demand,
 * because few handlers use it and it costs more than the rest of this class.
 */
export class HandlerTimeout {
  /** Rejects on a timeout or `abort()`; never resolves. */
  readonly expired: Promise<never>;
  readonly #timer: NodeJS.Timeout;
  #reject: (reason: Error) => void = () => {};
  #reason: Error | undefined;
  #controller: AbortController | undefined;

  constructor(milliseconds: number) {
    this.expired = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    const error = () => new Error(`timed out after ${milliseconds / 1000} s`);
    this.#timer = setTimeout(() => this.abort(error()), milliseconds);
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** Aborts before the timeout. */
  abort(reason: Error): void {
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#reject(reason);
  }

  /** Stops the timer of an event that has been handled. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
