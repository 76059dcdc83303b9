/**
 * The time that one event may take. Its promise and its signal say the same: the signal is made when
 * it is asked for, which costs more than all the rest and is seldom done.
 */
export class TimeLimit {
  /** Rejects with the reason once the time is over; never resolves. */
  readonly over: Promise<never>;
  readonly #timer: NodeJS.Timeout;
  #reject: (reason: Error) => void = () => {};
  #reason: Error | undefined;
  #controller: AbortController | undefined;

  constructor(milliseconds: number) {
    this.over = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    const end = () => this.end(new Error(`no end after ${milliseconds / 1000} s`));
    this.#timer = setTimeout(end, milliseconds);
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** Ends the time before it is over. */
  end(reason: Error): void {
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#reject(reason);
  }

  /** The event is dealt with: the time does not matter any more. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
