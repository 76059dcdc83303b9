import { explain } from '../webhooks/explain.ts';
import type { VerifyOptions } from '../webhooks/verify.ts';

/** Bytes above which a body is not examined. */
const largest = 65_536;
/** Examinations that may come at once, and how many milliseconds earn another. */
const burst = 10;
const interval = 1000;

/**
 * Says in the log why a signature did not match. Whoever sends nonsense must not keep the receiver
 * busy with it, so only small bodies are examined, and only about one in a second.
 */
export class Diagnosis {
  #left = burst;
  #since: number | undefined;

  /** What would make it match; `undefined` where that was not looked for. */
  of(options: VerifyOptions & { body: Uint8Array; now: number }): readonly string[] | undefined {
    const earned = Math.floor(Math.max(0, options.now - (this.#since ?? options.now)) / interval);
    if (earned > 0 || this.#since === undefined) this.#since = options.now;
    this.#left = Math.min(burst, this.#left + earned);
    if (this.#left === 0 || options.body.length > largest) return undefined;
    this.#left -= 1;
    return explain(options).findings.map(({ message }) => message);
  }
}
