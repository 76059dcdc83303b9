import { describeSystemError } from '../../node/system-error.ts';
import { settingValues } from '../config/settings.ts';
import { endedBySigint, startOnTerminal } from '../run/terminal-command.ts';
import type { Shell } from '../shell.ts';

/** The flags that decide whether a document is shown in a pager. */
export interface PagerFlags {
  /** Use a pager even if none is configured. */
  pager?: boolean;
  profile?: string;
}

/**
 * The command of the pager, if there is one: that of `NEWSWATCH_PAGER` or of the saved setting, which both turn
 * paging on. With `--pager` and neither of them, that of `PAGER`.
 *
 * @returns `undefined` for no pager, which is also what `cat` means
 */
export async function chosenPager(
  { pager: isAsked, profile }: PagerFlags,
  { env }: Pick<Shell, 'env'>,
): Promise<string | undefined> {
  // An unusable settings file must not lose a response.
  const values = await settingValues({ ...(profile && { profile }) }, env).catch(() => undefined);
  const fallback = env['PAGER'] || (process.platform === 'win32' ? 'more' : 'less');
  const command = values?.pager[0]?.value ?? (isAsked ? fallback : undefined);
  return command === 'cat' ? undefined : command;
}

interface Pager {
  /** For the system's shell. */
  command: string;
  /** Whether long lines are cut off on the screen, which scrolls to the side, instead of wrapped. */
  cutsLines: boolean;
}

/**
 * Shows a text in a pager, which reads it from stdin and has the terminal until it ends. Ctrl-C is only for
 * the pager. A person may end it early.
 *
 * @returns what went wrong, if the pager cannot be started or fails, but not by Ctrl-C: the text may not have been shown
 */
export async function showInPager(
  text: string,
  { command, cutsLines }: Pager,
  { env, interruption, lendTerminal }: Pick<Shell, 'env' | 'interruption' | 'lendTerminal'>,
): Promise<string | undefined> {
  const signal = interruption();
  const child = startOnTerminal(command, [], {
    stdio: ['pipe', 'inherit', 'inherit'],
    // As for git: quit if the text fits the screen, show colors, and leave the text on the screen.
    env: { LESS: cutsLines ? 'FRSX' : 'FRX', LV: '-c', ...env },
    signal,
  });
  // A pager that ends early closes the pipe.
  child.stdin?.on('error', () => {});
  child.stdin?.end(text);
  let problem: string | undefined;
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      problem = `cannot be started: ${describeSystemError(error)}`;
      resolve();
    });
    child.once('close', (code, cause) => {
      if (code !== 0 && !endedBySigint(code, cause)) {
        problem ??= `ended with ${cause ?? `exit code ${code}`}`;
      }
      resolve();
    });
  });
  const isInterrupted = await lendTerminal(ended);
  return isInterrupted || signal.aborted ? undefined : problem;
}
