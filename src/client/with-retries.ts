import { setTimeout as pause } from 'node:timers/promises';
import type { Operation } from '../contract/operation.ts';
import type { Deadline } from './deadline.ts';
import { monotonicNow } from './monotonic-clock.ts';
import { type CallOutcome, canRetry, retryDelay } from './retry-policy.ts';

/** One request of a call, and how it ended. */
export interface CallAttempt {
  /** 1 for the first. */
  number: number;
  /** Of the answer, where one came. */
  status: number | undefined;
  /** Why no usable answer came. */
  error: string | undefined;
  /** Milliseconds that it took. */
  duration: number;
  /** Milliseconds until the next one; absent after the last. */
  retryDelay: number | undefined;
}

interface RetryOptions {
  operation: Pick<Operation, 'effect'>;
  /** How many attempts may follow the first. */
  retries: number;
  deadline: Deadline;
  signal: AbortSignal | undefined;
  onAttempt: (attempt: CallAttempt) => void;
}

/**
 * Makes a call until it succeeds, may not be repeated, or neither a retry nor the time for one is
 * left. What the last attempt gave is the outcome.
 */
export async function withRetries<
  Answer extends { status: number; retryAfter?: string | undefined },
>(send: () => Promise<Answer>, options: RetryOptions): Promise<Answer> {
  const { onAttempt, signal } = options;
  for (let number = 1; ; number += 1) {
    const started = monotonicNow();
    const outcome = await send().catch((error: unknown) => ({ error }));
    const took = monotonicNow() - started;
    const wait = number <= options.retries ? waitAfter(outcome, number - 1, options) : undefined;
    const problem = 'error' in outcome ? messageOf(outcome.error) : undefined;
    onAttempt({
      number,
      status: statusIn(outcome),
      error: problem,
      duration: took,
      retryDelay: wait,
    });
    if (wait === undefined) {
      if ('error' in outcome) throw outcome.error;
      return outcome;
    }
    await pause(wait, undefined, signal ? { signal } : {});
  }
}

/** `undefined` where there is to be no retry, or its time would come after the deadline. */
function waitAfter(
  outcome: CallOutcome,
  retries: number,
  { operation, deadline }: RetryOptions,
): number | undefined {
  if (!canRetry(operation, outcome)) return undefined;
  const wait = retryDelay(retries, outcome, { now: Date.now(), random: Math.random() });
  return wait < deadline.remaining ? wait : undefined;
}

function statusIn(outcome: CallOutcome): number | undefined {
  return 'error' in outcome ? undefined : outcome.status;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
