/** Limits the time of work that pauses. Starts paused. */
export class TimeBudget {
  readonly #ended = new AbortController();
  #remaining: number;
  #resumed = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param milliseconds of all periods in which it is not paused */
  constructor(milliseconds: number) {
    this.#remaining = milliseconds;
  }

  /** Aborted when the time is over. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  resume(): void {
    this.#resumed = performance.now();
    this.#timer = setTimeout(() => this.#ended.abort(), this.#remaining);
  }

  pause(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#remaining = Math.max(0, this.#remaining - (performance.now() - this.#resumed));
  }
}
