import { setTimeout as pause } from 'node:timers/promises';
import type { Operation } from '../contract/operation.ts';
import { errorMessage } from '../node/error-message.ts';
import { type Deadline, monotonicNow } from './deadline.ts';
import { CallAbortedError } from './errors.ts';
import { type CallOutcome, canRetry, retryDelay } from './retry-policy.ts';

/** One request of a call and how it ended. */
export interface CallAttempt {
  /** 1 for the first. */
  number: number;
  /** The status code of the response; `undefined` if there was none. */
  status: number | undefined;
  /** The message of the error; `undefined` if a valid response was received. */
  error: string | undefined;
  /** Milliseconds. */
  duration: number;
  /** Milliseconds until the next attempt; `undefined` after the last. */
  retryDelay: number | undefined;
}

interface RetryOptions {
  operation: Pick<Operation, 'effect'>;
  /** Maximum number of attempts after the first. */
  retries: number;
  deadline: Deadline;
  signal: AbortSignal | undefined;
  onAttempt: (attempt: CallAttempt) => void;
}

/**
 * Sends a request until it succeeds or cannot be retried: because of its outcome, or because no
 * retries or too little time is left. Returns or throws the outcome of the last attempt.
 */
export async function withRetries<
  Result extends { status: number; retryAfter?: number | undefined },
>(send: () => Promise<Result>, options: RetryOptions): Promise<Result> {
  const { onAttempt, signal } = options;
  for (let number = 1; ; number += 1) {
    const started = monotonicNow();
    const outcome = await send().catch((error: unknown) => ({ error }));
    const duration = monotonicNow() - started;
    const retryDelay =
      number <= options.retries ? delayAfter(outcome, number - 1, options) : undefined;
    onAttempt({
      number,
      status: 'error' in outcome ? undefined : outcome.status,
      error: 'error' in outcome ? errorMessage(outcome.error) : undefined,
      duration,
      retryDelay,
    });
    if (retryDelay === undefined) {
      if ('error' in outcome) throw outcome.error;
      return outcome;
    }
    await pause(retryDelay, undefined, signal ? { signal } : {}).catch(() => {
      throw new CallAbortedError(signal?.reason, false);
    });
  }
}

/** Milliseconds until the next attempt; `undefined` if the request must not be retried. */
function delayAfter(
  outcome: CallOutcome,
  retries: number,
  { operation, deadline }: RetryOptions,
): number | undefined {
  if (!canRetry(operation, outcome)) return undefined;
  const delay = retryDelay(retries, outcome, { random: Math.random() });
  return delay < deadline.remaining ? delay : undefined;
}
