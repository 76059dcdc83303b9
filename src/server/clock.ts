import { MonotonicTime } from './monotonic-time.ts';

/** A callback that waits on a {@link Clock}. */
export interface Timer {
  /** Prevents the call if it has not happened. */
  cancel(): void;
}

/** The server's source of time. Tests replace it to skip hours. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `callback` after a delay on this clock. Does not keep the process running. */
  setTimer(milliseconds: number, callback: () => void): Timer;
  /** Milliseconds since the epoch for other programs, which have clocks of their own. */
  realNow(): number;
  /** Converts milliseconds of real time to milliseconds of this clock, for timeouts. */
  scaled(realMilliseconds: number): number;
}

/** The longest delay of `setTimeout`. Longer delays are cut to it: callbacks must check the time. */
const maxTimeout = 2 ** 31 - 1;

/** A clock that runs with real time, or faster. Steps of the system's clock do not change it. */
export class RealClock implements Clock {
  /** Real time, before the rate is applied. */
  readonly time: MonotonicTime;
  readonly #rate: number;
  #start: number;

  /** @param rate how many times faster than real time the clock runs */
  constructor(rate: number, time = new MonotonicTime()) {
    this.#rate = rate;
    this.time = time;
    this.#start = time.now();
  }

  now(): number {
    return Math.round(this.#start + (this.time.now() - this.#start) * this.#rate);
  }

  realNow(): number {
    return Math.round(this.time.now());
  }

  setTimer(milliseconds: number, callback: () => void): Timer {
    const wait = Math.min(Math.max(milliseconds / this.#rate, 0), maxTimeout);
    const timer = setTimeout(callback, wait).unref();
    return { cancel: () => clearTimeout(timer) };
  }

  scaled(realMilliseconds: number): number {
    return realMilliseconds * this.#rate;
  }

  /** Starts again from another time. */
  set(time: number): void {
    this.time.set(time);
    this.#start = time;
  }
}

/**
 * A clock that runs with real time.
 *
 * @param rate how many times faster than real time it runs (default: 1)
 */
export function realClock(rate = 1): Clock {
  return new RealClock(rate);
}

/** A clock that only moves when it is advanced. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<{ dueAt: number; callback: () => void }>();

  /**
   * @param start RFC 3339, or milliseconds since the epoch
   * @throws {RangeError} if it is not a time
   */
  constructor(start: string | number) {
    this.#now = timeOf(start);
  }

  now(): number {
    return this.#now;
  }

  realNow(): number {
    return Date.now();
  }

  setTimer(milliseconds: number, callback: () => void): Timer {
    const timer = { dueAt: this.#now + Math.max(milliseconds, 0), callback };
    this.#timers.add(timer);
    return { cancel: () => this.#timers.delete(timer) };
  }

  scaled(realMilliseconds: number): number {
    return realMilliseconds;
  }

  /** Sets the clock to any time, also an earlier one. No timers fire. */
  set(time: string | number): void {
    this.#now = timeOf(time);
  }

  /**
   * Moves the clock forward at once. A server notices the new time like a machine that slept: each
   * monitor has at most one run. `server.advance()` runs every tick on the way instead.
   *
   * Timers that become due fire in order, each at its own time.
   *
   * @throws {RangeError} if `milliseconds` is not a number
   */
  advance(milliseconds: number): void {
    if (!Number.isFinite(milliseconds)) {
      throw new RangeError(
        'clock.advance() needs a number of milliseconds; server.advance() also takes { hours: 1 }',
      );
    }
    const end = this.#now + milliseconds;
    for (let timer = this.#next(end); timer; timer = this.#next(end)) {
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, timer.dueAt);
      timer.callback();
    }
    this.#now = end;
  }

  #next(end: number) {
    return [...this.#timers]
      .filter(({ dueAt }) => dueAt <= end)
      .sort((a, b) => a.dueAt - b.dueAt)[0];
  }
}

function timeOf(time: string | number): number {
  const milliseconds = new Date(time).getTime();
  if (!Number.isNaN(milliseconds)) return milliseconds;
  throw new RangeError(`not a time: ${JSON.stringify(time)}; use RFC 3339 or milliseconds`);
}
