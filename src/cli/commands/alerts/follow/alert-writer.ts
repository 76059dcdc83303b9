import { setTimeout } from 'node:timers/promises';
import type { Output } from '../../../output/output.ts';

/** Milliseconds after a record until the first probe. */
const firstProbe = 100;

/** The same from the beginning on: whoever has nothing to read yet may take a moment to come. */
const firstProbeOfAll = 1000;

/**
 * Whoever reads the records from stdout. A reader that is satisfied (`head -1`) goes right after a
 * record, and that has to be noticed before the next one: so each record is followed by probes, the
 * next always as long after the last as that was after the record. That is a few bytes even in a
 * long silence, and a reader that goes is noticed after twice the silence at the latest.
 */
export class AlertWriter {
  readonly #output: Output;
  readonly #signal: AbortSignal;
  #taken = performance.now();
  #nextProbe = this.#taken + firstProbeOfAll;

  constructor(output: Output, signal: AbortSignal) {
    this.#output = output;
    this.#signal = signal;
  }

  /** Resolves with whether it took the JSON line. */
  async write(json: string): Promise<boolean> {
    const isTaken = await this.#output.deliver(json);
    this.#taken = performance.now();
    this.#nextProbe = this.#taken + firstProbe;
    return isTaken;
  }

  /** Resolves with whether to go on: with false as soon as the reader's end or the signal is known. */
  async wait(milliseconds: number): Promise<boolean> {
    const signal = this.#signal;
    const end = performance.now() + milliseconds;
    for (let now = performance.now(); now < end && !signal.aborted; now = performance.now()) {
      const pause = Math.min(end, this.#nextProbe) - now;
      await setTimeout(pause, undefined, { signal }).catch(() => {});
      if (!signal.aborted && !(await this.#isThere())) return false;
    }
    return !signal.aborted;
  }

  async #isThere(): Promise<boolean> {
    const now = performance.now();
    if (now < this.#nextProbe) return true;
    this.#nextProbe = now + (now - this.#taken);
    return this.#output.probe();
  }
}
