import { createInterface } from 'node:readline';
import { isCi } from '../config/is-ci.ts';
import { interruptedEarly } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/** Whether a person can be asked: stdin and stderr are both terminals, and `CI` is not set. */
export function canAsk({ env, output, stdin }: Pick<Shell, 'env' | 'output' | 'stdin'>): boolean {
  return !isCi(env) && output.terminal !== undefined && 'isTTY' in stdin && stdin.isTTY === true;
}

/**
 * Asks a question on stderr and reads a line. Call it only if {@link canAsk}.
 *
 * @returns the answer; `undefined` at the end of input
 * @throws {Failure} `interrupted` on a signal
 */
export async function ask(question: string, shell: Shell): Promise<string | undefined> {
  const interruption = shell.interruption();
  shell.output.question(question);
  const reader = createInterface({ input: shell.stdin });
  try {
    return await new Promise((resolve, reject) => {
      reader.once('line', resolve);
      reader.once('close', () => {
        shell.output.note('');
        resolve(undefined);
      });
      const interrupt = () => reject(interruptedEarly(interruption, '; nothing was sent'));
      if (interruption.aborted) interrupt();
      interruption.addEventListener('abort', interrupt, { once: true });
    });
  } finally {
    reader.removeAllListeners('close');
    reader.close();
    shell.restartDeadline();
  }
}

/** Asks a question whose default answer is no. */
export async function askYesNo(question: string, shell: Shell): Promise<boolean> {
  return /^\s*y(es)?\s*$/i.test((await ask(`${question} [y/N]`, shell)) ?? '');
}
