import { ServiceError } from '../errors.ts';
import { pause } from '../pause.ts';
import { canRetry, retryDelay } from '../retry-policy.ts';

/** Milliseconds; more than the default of a call, because an outage may be long. */
const maxBackoff = 60_000;

/** Milliseconds; a longer `Retry-After` is shortened to this. */
const maxDelay = 86_400_000;

export interface PollOptions {
  /** Ends the polls without an error when it is aborted. */
  signal: AbortSignal | undefined;
  /** Aborted when the client is closed: a wait then ends, and the next poll fails. */
  closed: AbortSignal;
  /** Retries of one poll (default: no limit). */
  retries: number | undefined;
  /** Milliseconds between polls. */
  interval: number;
}

/**
 * Polls until it succeeds, as long as a retry may help. Resolves to `undefined` if the signal is
 * aborted.
 *
 * @throws the first error that a retry cannot fix
 */
export async function keepPolling<Result>(
  poll: () => Promise<Result>,
  options: PollOptions,
): Promise<Result | undefined> {
  const { signal, retries = Number.POSITIVE_INFINITY } = options;
  for (let failures = 0; ; failures += 1) {
    if (signal?.aborted) return undefined;
    try {
      return await poll();
    } catch (error) {
      if (signal?.aborted) return undefined;
      const delay = failures < retries ? delayAfter(error, failures) : undefined;
      if (delay === undefined) throw error;
      await pause(delay, signal, options.closed);
    }
  }
}

/** Waits for the next poll. */
export async function untilNextPoll({ signal, closed, interval }: PollOptions): Promise<void> {
  await pause(interval, signal, closed);
}

/** Milliseconds until the next poll; `undefined` if the error is permanent. */
function delayAfter(error: unknown, failures: number): number | undefined {
  const outcome = error instanceof ServiceError ? error : { error };
  if (!canRetry({ effect: 'read' }, outcome)) return undefined;
  const options = { random: Math.random(), maxBackoff };
  return Math.min(retryDelay(failures, outcome, options), maxDelay);
}
