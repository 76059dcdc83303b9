import type { WebhookReason } from '../webhook-error.ts';

/** A proven or possible reason for the rejection of a request. */
export interface SignatureFinding {
  /** Stable identifier in snake case. */
  readonly code: string;
  /** Whether it is certain, such as a change that makes the signature match. */
  readonly proven: boolean;
  /** What was found, in a sentence. */
  readonly message: string;
}

/** The result of `explain`. Contains no secrets and no computed signatures. */
export interface SignatureExplanation {
  /** Whether the signature, the timestamp and the event are valid. */
  readonly valid: boolean;
  /** `undefined` for a valid request. */
  readonly reason?: WebhookReason;
  /** What was found, in a sentence. */
  readonly message: string;
  /** Only for a valid request. */
  readonly event?: { readonly id: string; readonly type: string };
  /** Position of the secret that signed the request, counted from 1; only for a valid request. */
  readonly secret?: number;
  /**
   * Seconds from the timestamp to the receiver's clock, negative for a timestamp in the future;
   * `undefined` if there is no valid timestamp.
   */
  readonly skew_seconds?: number;
  /** Most likely first; empty for a valid request. */
  readonly findings: readonly SignatureFinding[];
}
