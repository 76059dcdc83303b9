import { CallAbortedError, NetworkError } from '../../client/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { interruptedFailure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/**
 * Aborts the work on the first SIGINT or SIGTERM. A second signal ends the process immediately.
 *
 * @throws {Failure} `interrupted` if a signal aborted the work
 */
export async function interruptible<Result>(
  { effect }: Pick<Operation, 'effect'>,
  shell: Shell,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = shell.interruption();
  try {
    return await work(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw interruptedFailure(signal, effect !== 'read' && mayBeSent(error));
  }
}

function mayBeSent(error: unknown): boolean {
  return error instanceof CallAbortedError || error instanceof NetworkError ? error.sent : true;
}

/** Resolves when the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
