import type { WebhookReason } from '../webhook-error.ts';

/** One thing that explains, or may explain, why a request was refused. */
export interface SignatureFinding {
  /** Snake case, stable: what programs match on. */
  readonly code: string;
  /** True where the signature comes out right once this is undone: no guess. */
  readonly proven: boolean;
  readonly message: string;
}

/** What became of a request and why. Holds neither a secret nor a signature that was not sent. */
export interface SignatureExplanation {
  readonly valid: boolean;
  /** `undefined` for a valid request. */
  readonly reason?: WebhookReason;
  readonly message: string;
  readonly event?: { readonly id: string; readonly type: string };
  /** Which of several secrets signed a valid request, counted from 1. */
  readonly secret?: number;
  /** Seconds from the timestamp to the receiver's clock; negative for a timestamp to come. */
  readonly skew_seconds?: number;
  /** The likeliest first; empty for a valid request. */
  readonly findings: readonly SignatureFinding[];
}
