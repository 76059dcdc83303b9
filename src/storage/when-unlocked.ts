import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from './store-unavailable.ts';

/** Milliseconds that work waits by default while another process has locked the database. */
export const defaultLockTimeout = 5000;

/** In milliseconds. Retries of short locks are frequent, and long ones cost little. */
const maxRetryDelay = 50;

/**
 * Runs synchronous work on a database, and repeats it while another process has locked the database.
 * The first attempt is made at once, so that work that needs no retry is done when this returns.
 *
 * @param deadline the time of `performance.now()` after which there is no further attempt
 * @throws {StoreUnavailable} if the database is still locked then
 */
export async function whenUnlocked<Result>(
  work: () => Result,
  deadline = performance.now() + defaultLockTimeout,
): Promise<Result> {
  for (let delay = 1; ; delay = Math.min(2 * delay, maxRetryDelay)) {
    try {
      return work();
    } catch (error) {
      if (!isLocked(error) || performance.now() + delay > deadline) throw error;
    }
    await pause(delay);
  }
}

/** Whether the work failed because another process has locked the database. */
export function isLocked(error: unknown): boolean {
  return error instanceof StoreUnavailable && error.isLocked;
}
