import type { Operation } from '../contract/operation.ts';
import { InvalidResponseError, NetworkError } from './errors.ts';
import { isTransient } from './network-error.ts';

/** How an attempt ended: with a response or with an error. */
export type CallOutcome = { status: number; retryAfter?: number | undefined } | { error: unknown };

/** Milliseconds before the first retry, before jitter. Each further retry doubles it. */
const initialBackoff = 500;
const defaultMaxBackoff = 8000;

/**
 * Whether the same request may be sent again. A read is retried after 429, 5xx and transient
 * network errors, a write only if it cannot have been executed: after 429, or if nothing was sent.
 */
export function canRetry({ effect }: Pick<Operation, 'effect'>, outcome: CallOutcome): boolean {
  const status = statusOf(outcome);
  if (status === 429) return true;
  if (effect === 'read' && status !== undefined) return status >= 500;
  const error = 'error' in outcome && outcome.error;
  if (!(error instanceof NetworkError) || !isTransient(error)) return false;
  return effect === 'read' || !error.sent;
}

/**
 * Milliseconds until the next attempt: exponential backoff with jitter, but at least what
 * `Retry-After` asks for.
 *
 * @param retries number of retries so far
 * @param random in [0, 1)
 * @param maxBackoff upper bound of the backoff in milliseconds (default: 8,000)
 */
export function retryDelay(
  retries: number,
  outcome: CallOutcome,
  { random, maxBackoff = defaultMaxBackoff }: { random: number; maxBackoff?: number },
): number {
  const backoff = Math.min(initialBackoff * 2 ** retries, maxBackoff);
  return Math.max(backoff * (0.5 + random / 2), 1000 * (retryAfterOf(outcome) ?? 0));
}

function retryAfterOf(outcome: CallOutcome): number | undefined {
  if ('status' in outcome) return outcome.retryAfter;
  return outcome.error instanceof InvalidResponseError ? outcome.error.retryAfter : undefined;
}

function statusOf(outcome: CallOutcome): number | undefined {
  if ('status' in outcome) return outcome.status;
  return outcome.error instanceof InvalidResponseError ? outcome.error.status : undefined;
}
