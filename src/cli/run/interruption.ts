import type { Operation } from '../../contract/operation.ts';
import { exitCodeForSignal } from '../errors/exit-code.ts';
import { Failure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/**
 * Does work that the first SIGINT or SIGTERM breaks off; a second one ends the process at once.
 *
 * @throws {Failure} `interrupted` when a signal came before the end
 */
export async function interruptible<Result>(
  { effect }: Pick<Operation, 'effect'>,
  shell: Shell,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  let signal: 'SIGINT' | 'SIGTERM' | undefined;
  void shell.interrupted().then((name) => {
    signal = name;
    stop.abort();
  });
  try {
    return await work(stop.signal);
  } catch (error) {
    if (signal === undefined) throw error;
    const unknown = effect !== 'read';
    throw new Failure({
      error: 'interrupted',
      kind: 'interrupted',
      message: `${unknown ? 'outcome unknown: ' : ''}ended by ${signal} before an answer came`,
      ...(unknown
        ? { hint: 'The request may have been carried out: look before you send it again' }
        : {}),
      retryable: !unknown,
      exitCode: exitCodeForSignal(signal),
    });
  }
}
