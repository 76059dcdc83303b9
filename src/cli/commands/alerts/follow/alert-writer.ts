import { setTimeout } from 'node:timers/promises';
import type { Output } from '../../../output/output.ts';

/** Milliseconds from an alert to the first probe after it. */
const firstProbeDelay = 100;

/** Milliseconds to the first probe before any alert: the reader may start a moment later. */
const startupProbeDelay = 1000;

/**
 * Writes alerts to stdout and notices when its reader has closed the pipe. A reader that has enough
 * (`head -1`) closes it right after an alert, which must be noticed before the next one. So each
 * alert is followed by probes at doubling intervals: few bytes even in a long silence, and a closed
 * pipe is noticed after at most twice the silence before it.
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

  /** Resolves to whether the reader took the line of JSON. */
  async write(json: string): Promise<boolean> {
    const isTaken = await this.#output.deliver(json);
    this.#lastWrite = performance.now();
    this.#nextProbe = this.#lastWrite + firstProbeDelay;
    return isTaken;
  }

  /** Resolves to true after the time, or earlier to false if the pipe is closed or the signal aborted. */
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
