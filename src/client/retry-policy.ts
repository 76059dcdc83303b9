import type { Operation } from '../contract/operation.ts';
import { retryAfter } from '../contract/retry-after.ts';
import { InvalidResponseError, NetworkError } from './errors.ts';

/** How an attempt at a call ended: with an answer, or without one. */
export type CallOutcome = { status: number; retryAfter?: string | undefined } | { error: unknown };

/** Milliseconds before the first retry; each further one waits twice as long as the one before. */
const firstDelay = 500;
const longestDelay = 8000;

/** Failures that the same request meets again: TLS and HTTP that do not fit, a closed client. */
const permanent =
  /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO|HPE_|UND_ERR_(CLOSED|DESTROYED|ABORTED|PRX_TLS))/;

/**
 * Whether an outcome may be mended by the same request again. A read is repeated after 429, 5xx and
 * any failure of the network; a write only where it surely was not carried out: after 429, or when
 * nothing was sent.
 */
export function canRetry({ effect }: Pick<Operation, 'effect'>, outcome: CallOutcome): boolean {
  const status = statusOf(outcome);
  if (status === 429) return true;
  if (effect !== 'read') return isUnsent(outcome);
  if (status !== undefined) return status >= 500;
  return 'error' in outcome && isTransient(outcome.error);
}

/**
 * Milliseconds until the next attempt: exponential backoff with jitter, and never before the moment
 * that Retry-After names (RFC 9110, section 10.2.3: seconds or a date).
 *
 * @param retries made so far
 * @param random in [0, 1)
 * @param longest milliseconds that the backoff grows to; 8,000 unless given
 */
export function retryDelay(
  retries: number,
  outcome: CallOutcome,
  { now, random, longest = longestDelay }: { now: number; random: number; longest?: number },
): number {
  const backoff = Math.min(firstDelay * 2 ** retries, longest);
  return Math.max(backoff * (0.5 + random / 2), retryAfter(retryAfterOf(outcome), now) ?? 0);
}

function retryAfterOf(outcome: CallOutcome): string | undefined {
  if ('status' in outcome) return outcome.retryAfter;
  return outcome.error instanceof InvalidResponseError ? outcome.error.retryAfter : undefined;
}

function statusOf(outcome: CallOutcome): number | undefined {
  if ('status' in outcome) return outcome.status;
  return outcome.error instanceof InvalidResponseError ? outcome.error.status : undefined;
}

function isUnsent(outcome: CallOutcome): boolean {
  if (!('error' in outcome) || !(outcome.error instanceof NetworkError)) return false;
  return !outcome.error.sent && isTransient(outcome.error);
}

function isTransient(error: unknown): boolean {
  return error instanceof NetworkError && !permanent.test(error.code);
}
