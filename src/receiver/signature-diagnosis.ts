import { explain } from '../webhooks/explain/explain.ts';
import type { VerifyOptions } from '../webhooks/verify.ts';

/** Bytes of the largest body that is examined. */
const maxBodySize = 65_536;
/** Examinations that are possible at once. */
const burst = 10;
/** Milliseconds after which one more is possible. */
const interval = 1000;

/**
 * Explains for the log why a signature did not match. Forged requests must not keep the receiver
 * busy, so large bodies are skipped and the rate is limited.
 */
export class SignatureDiagnosis {
  #remaining = burst;
  #refilledAt: number | undefined;

  /** What would make the signature match; `undefined` if the request was not examined. */
  explain(
    request: VerifyOptions & { body: Uint8Array; now: number },
  ): readonly string[] | undefined {
    this.#refill(request.now);
    if (this.#remaining === 0 || request.body.length > maxBodySize) return undefined;
    this.#remaining -= 1;
    return explain(request).findings.map(({ message }) => message);
  }

  #refill(now: number): void {
    const earned = Math.floor(Math.max(0, now - (this.#refilledAt ?? now)) / interval);
    if (earned > 0 || this.#refilledAt === undefined) this.#refilledAt = now;
    this.#remaining = Math.min(burst, this.#remaining + earned);
  }
}
