/**
 * The time limit of one event, as a promise and as an `AbortSignal`. The signal is created on
 * demand: few handlers use it, and it costs more than everything else here.
 */
export class HandlerTimeout {
  /** Rejects with the reason when the time is over; never resolves. */
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

  /** Ends the time early. */
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
