import { explain } from '../webhooks/explain/explain.ts';
import type { VerifyOptions } from '../webhooks/verify.ts';

/** Maximum size of a body that is examined, in bytes. */
const maxBodySize = 65_536;
/** Maximum number of requests examined in a burst. */
const burst = 10;
/** Milliseconds after which one more request may be examined. */
const interval = 1000;

/**
 * Explains for the log why a signature did not match. Forged requests must not keep the receiver
 * busy, so large bodies are skipped and the rate is limited.
 */
export class SignatureDiagnosis {
  #remaining = burst;
  #refilledAt: number | undefined;

  /** The reasons found for a mismatch; `undefined` if the request was not examined. */
  explain(
    request: VerifyOptions & { body: Uint8Array; now: number },
  ): readonly string[] | undefined {
    this.#refill(request.now);
    if (this.#remaining === 0 || request.body.length > maxBodySize) return undefined;
    this.#remaining -= 1;
    return explain(request).findings.map(({ message }) => message);
  }

  #refill(now: number): void {
    const refilled = Math.floor(Math.max(0, now - (this.#refilledAt ?? now)) / interval);
    if (refilled > 0 || this.#refilledAt === undefined) this.#refilledAt = now;
    this.#remaining = Math.min(burst, this.#remaining + refilled);
  }
}
