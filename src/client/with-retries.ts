import type { Operation } from '../contract/operation.ts';
import { errorMessage } from '../node/error-message.ts';
import { type Deadline, monotonicNow } from './deadline.ts';
import { CallAbortedError, NetworkError, withAttempts } from './errors.ts';
import { pause } from './pause.ts';
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
 * retries or too little time is left. Returns or throws the outcome of the last attempt, with the
 * number of attempts.
 */
export async function withRetries<
  Result extends { status: number; retryAfter?: number | undefined },
>(send: () => Promise<Result>, options: RetryOptions): Promise<Result & { attempts: number }> {
  const { onAttempt, signal } = options;
  for (let number = 1; ; number += 1) {
    const started = monotonicNow();
    const outcome = await send().catch((error: unknown) => ({ error }));
    const duration = monotonicNow() - started;
    const retryDelay = delayAfter(outcome, number, options);
    onAttempt({ number, ...summaryOf(outcome), duration, retryDelay });
    if ('error' in outcome) withAttempts(outcome.error, isUntried(outcome) ? number - 1 : number);
    if (retryDelay === undefined) {
      if ('error' in outcome) throw outcome.error;
      return { ...outcome, attempts: number };
    }
    if (!(await pause(retryDelay, signal))) throw new CallAbortedError(signal?.reason, false);
  }
}

/** Whether the client was closed before the attempt. */
function isUntried({ error }: { error: unknown }): boolean {
  return error instanceof NetworkError && error.code === 'CLIENT_CLOSED';
}

function summaryOf(outcome: CallOutcome): Pick<CallAttempt, 'status' | 'error'> {
  if ('error' in outcome) return { status: undefined, error: errorMessage(outcome.error) };
  return { status: outcome.status, error: undefined };
}

/** Milliseconds until the next attempt; `undefined` if the request must not be retried. */
function delayAfter(
  outcome: CallOutcome,
  attempts: number,
  { operation, retries, deadline }: RetryOptions,
): number | undefined {
  if (attempts > retries || !canRetry(operation, outcome)) return undefined;
  const delay = retryDelay(attempts - 1, outcome, { random: Math.random() });
  return delay < deadline.remaining ? delay : undefined;
}
