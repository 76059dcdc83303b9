import type { WebhookReason } from '../webhook-error.ts';

/** One thing that explains, or may explain, why a request was rejected. */
export interface SignatureFinding {
  /** Snake case, stable: for programs to match. */
  readonly code: string;
  /** True if it is certain, such as a change that makes the signature match. */
  readonly proven: boolean;
  readonly message: string;
}

/** Whether a request is valid, and why. Contains no secret, and no signature but those received. */
export interface SignatureExplanation {
  readonly valid: boolean;
  /** `undefined` for a valid request. */
  readonly reason?: WebhookReason;
  readonly message: string;
  /** Only for a valid request. */
  readonly event?: { readonly id: string; readonly type: string };
  /** Which of several secrets signed a valid request, counted from 1. */
  readonly secret?: number;
  /**
   * Seconds from the timestamp to the receiver's clock, negative for a timestamp in the future;
   * `undefined` if there is no valid timestamp.
   */
  readonly skew_seconds?: number;
  /** Most likely first; empty for a valid request. */
  readonly findings: readonly SignatureFinding[];
}
