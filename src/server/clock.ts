/** A timer that was set. */
export interface Timer {
  cancel(): void;
}

/** Where the server takes the time from, so that a test can pass 27 hours at once. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back after so many of this clock's milliseconds. A timer alone keeps no process alive. */
  setTimer(milliseconds: number, then: () => void): Timer;
  /** How far this clock goes in so many real milliseconds: leases outlast real work by it. */
  scaled(realMilliseconds: number): number;
}

/** setTimeout takes no more; a longer timer fires early, which every user of a timer bears. */
const longestTimeout = 2 ** 31 - 1;

/** Real time, or time that passes `rate` times as fast from now on. */
export function realClock(rate = 1): Clock {
  const start = Date.now();
  return {
    now: () => Math.round(start + (Date.now() - start) * rate),
    setTimer(milliseconds, then) {
      const wait = Math.min(Math.max(milliseconds / rate, 0), longestTimeout);
      const timer = setTimeout(then, wait).unref();
      return { cancel: () => clearTimeout(timer) };
    },
    scaled: (realMilliseconds) => realMilliseconds * rate,
  };
}

/** Time that passes only when it is told to. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<{ at: number; then: () => void }>();

  /** @param start RFC 3339, or milliseconds since the epoch */
  constructor(start: string | number) {
    this.#now = new Date(start).getTime();
  }

  now(): number {
    return this.#now;
  }

  setTimer(milliseconds: number, then: () => void): Timer {
    const timer = { at: this.#now + Math.max(milliseconds, 0), then };
    this.#timers.add(timer);
    return { cancel: () => this.#timers.delete(timer) };
  }

  scaled(realMilliseconds: number): number {
    return realMilliseconds;
  }

  /** Lets time pass: the timers that come due fire in their order, each at its own time. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.then();
    }
    this.#now = end;
  }

  #next(end: number) {
    return [...this.#timers]
      .filter(({ at }) => at <= end)
      .sort((one, other) => one.at - other.at)[0];
  }
}
