import type { Operation } from '../../contract/operation.ts';
import { exitCodeForSignal } from '../errors/exit-code.ts';
import { Failure, outcomeHint } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/**
 * Aborts the work on the first SIGINT or SIGTERM. A second signal ends the process at once.
 *
 * @throws {Failure} `interrupted` if a signal aborted the work
 */
export async function interruptible<Result>(
  { effect }: Pick<Operation, 'effect'>,
  shell: Shell,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController();
  let signal: 'SIGINT' | 'SIGTERM' | undefined;
  void shell.interrupted().then((name) => {
    signal = name;
    abort.abort();
  });
  try {
    return await work(abort.signal);
  } catch (error) {
    if (signal === undefined) throw error;
    const isOutcomeUnknown = effect !== 'read';
    const message = `interrupted by ${signal} before the response arrived`;
    throw new Failure('interrupted', isOutcomeUnknown ? `outcome unknown: ${message}` : message, {
      hint: isOutcomeUnknown ? outcomeHint : 'Run the command again',
      retryable: !isOutcomeUnknown,
      exitCode: exitCodeForSignal(signal),
    });
  }
}
