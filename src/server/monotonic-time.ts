import { uptime } from 'node:os';

/** The machine's sources of time, in milliseconds. */
export interface TimeSources {
  /** Since the epoch. May be wrong, and step. */
  system(): number;
  /** Since any moment; may stop while the machine sleeps. */
  elapsed(): number;
  /** Since the machine started, also while it slept. May be imprecise. */
  uptime(): number;
}

const machine: TimeSources = {
  system: () => Date.now(),
  elapsed: () => performance.now(),
  uptime: () => uptime() * 1000,
};

/** Milliseconds between two reads after which `uptime()` is compared, and its tolerance. */
const sleepThreshold = 1000;

/** How much slower the time runs while it is ahead of its reference. */
const slewRate = 0.1;

/**
 * Milliseconds since the epoch that never go back, and do not step with the system's clock. They
 * continue correctly when the machine wakes up from sleep.
 */
export class MonotonicTime {
  readonly #sources: TimeSources;
  /** The time at `elapsed()` = 0. */
  #offset: number;
  /** `uptime()` at `elapsed()` = 0. */
  #uptimeOffset: number;
  /** Milliseconds that remain to be subtracted slowly. */
  #ahead = 0;
  #lastElapsed: number;
  #last = Number.NEGATIVE_INFINITY;

  constructor(sources: TimeSources = machine) {
    this.#sources = sources;
    this.#lastElapsed = sources.elapsed();
    this.#offset = sources.system() - this.#lastElapsed;
    this.#uptimeOffset = sources.uptime() - this.#lastElapsed;
  }

  now(): number {
    const elapsed = this.#sources.elapsed();
    const passed = elapsed - this.#lastElapsed;
    this.#lastElapsed = elapsed;
    if (Math.abs(passed) > sleepThreshold) this.#addSleep(elapsed);
    const slewed = Math.min(this.#ahead, Math.max(passed, 0) * slewRate);
    this.#ahead -= slewed;
    this.#offset -= slewed;
    this.#last = Math.max(this.#last, this.#offset + elapsed);
    return this.#last;
  }

  /** Starts again from another time, also an earlier one. */
  set(time: number): void {
    this.now();
    this.#offset = time - this.#lastElapsed;
    this.#ahead = 0;
    this.#last = Number.NEGATIVE_INFINITY;
  }

  /**
   * Follows a reference: at once to a later time, and slowly to an earlier one.
   *
   * @param uncertainty of the reference, in milliseconds; smaller differences are ignored
   */
  follow(reference: number, uncertainty: number): void {
    const difference = reference - this.now();
    this.#ahead = difference < -uncertainty ? -difference : 0;
    if (difference > uncertainty) this.#offset += difference;
  }

  /** The system's clock minus this time, in milliseconds. */
  skew(): number {
    return this.#sources.system() - this.now();
  }

  #addSleep(elapsed: number): void {
    const uptimeOffset = this.#sources.uptime() - elapsed;
    const slept = uptimeOffset - this.#uptimeOffset;
    if (Math.abs(slept) <= sleepThreshold) return;
    this.#uptimeOffset = uptimeOffset;
    this.#offset += slept;
  }
}
