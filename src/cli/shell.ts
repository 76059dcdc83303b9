import type { Readable } from 'node:stream';
import type { Deadline } from '../client/deadline.ts';
import type { ExitCode } from './errors/exit-code.ts';
import type { Output } from './output/output.ts';

/** The parts of the process that commands use. */
export interface Shell {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable;
  output: Output;
  /** Sets the exit code; the process ends when all output is written. */
  exit(code: ExitCode): void;
  /**
   * Aborted on the first signal of `Interruption`; its reason is the name of the signal.
   *
   * @param grace milliseconds from the signal to the end of the process (default: 200)
   */
  interruption(grace?: number): AbortSignal;
  /** Work that a second signal waits for, up to two seconds. */
  finishing(work: Promise<void>): Promise<void>;
  /**
   * Ignores SIGINT until another program, which has the terminal, ends.
   *
   * @returns whether there was one
   */
  lendTerminal(ended: Promise<void>): Promise<boolean>;
  /** The end of `--timeout`, counted from the start of the process. Inputs and the call share it. */
  deadline(): Promise<Deadline>;
  /** Lets `--timeout` count from now: the time in which a person answers or edits does not count. */
  restartDeadline(): void;
  /** Sets the title in process lists, which hides the arguments. */
  setProcessTitle(title: string): void;
  /** Calls the listener on each SIGUSR2; never on Windows. */
  onUserSignal(listener: () => void): void;
}
