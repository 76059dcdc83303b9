import { setTimeout } from 'node:timers/promises';
import type { Output } from '../../../output/output.ts';

/** Milliseconds from an alert to the first probe after it. */
const firstProbeDelay = 100;

/** Milliseconds from the start to the first probe. Longer, so that the reader has time to start. */
const startupProbeDelay = 1000;

/**
 * Writes alerts to stdout and detects when the reader closes the pipe. A reader such as `head -1`
 * closes it right after an alert, and the program should exit without waiting for the next one. The
 * pipe is therefore probed after each alert, at doubling intervals: this writes few bytes, and a
 * closed pipe is detected within twice the time since the last alert.
 */
export class AlertWriter {
  readonly #output: Output;
  readonly #signal: AbortSignal;
  #lastWrite = performance.now();
  #nextProbe = this.#lastWrite + startupProbeDelay;

  constructor(output: Output, signal: AbortSignal) {
    this.#output = output;
    this.#signal = signal;
  }

  /** Writes a line of JSON. Resolves to false if the pipe is closed. */
  async write(json: string): Promise<boolean> {
    const isWritten = await this.#output.deliver(json);
    this.#lastWrite = performance.now();
    this.#nextProbe = this.#lastWrite + firstProbeDelay;
    return isWritten;
  }

  /** Resolves to true after the given time, or to false if the pipe closes or the signal aborts. */
  async wait(milliseconds: number): Promise<boolean> {
    const signal = this.#signal;
    const end = performance.now() + milliseconds;
    for (let now = performance.now(); now < end && !signal.aborted; now = performance.now()) {
      const pause = Math.min(end, this.#nextProbe) - now;
      await setTimeout(pause, undefined, { signal }).catch(() => {});
      if (!signal.aborted && !(await this.#isOpen())) return false;
    }
    return !signal.aborted;
  }

  async #isOpen(): Promise<boolean> {
    const now = performance.now();
    if (now < this.#nextProbe) return true;
    this.#nextProbe = now + (now - this.#lastWrite);
    return this.#output.probe();
  }
}
