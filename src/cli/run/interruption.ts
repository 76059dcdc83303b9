import type { Operation } from '../../contract/operation.ts';
import { exitCodeForSignal } from '../errors/exit-code.ts';
import { Failure, outcomeHint } from '../errors/failure.ts';
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
    const isOutcomeUnknown = effect !== 'read';
    const message = `interrupted by ${signal.reason} before the response arrived`;
    throw new Failure('interrupted', isOutcomeUnknown ? `outcome unknown: ${message}` : message, {
      hint: isOutcomeUnknown ? outcomeHint : 'Run the command again',
      retryable: !isOutcomeUnknown,
      exitCode: exitCodeForSignal(signal),
    });
  }
}

/** Resolves when the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
