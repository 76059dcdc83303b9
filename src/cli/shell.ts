import type { Readable } from 'node:stream';
import type { ExitCode } from './errors/exit-code.ts';
import type { Output } from './output/output.ts';

/** The process around the program, so that commands can be run against another. */
export interface Shell {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable;
  output: Output;
  /** Sets how the program will end; the process ends by itself once its output has drained. */
  exit(code: ExitCode): void;
  /** Resolves with the first SIGINT or SIGTERM. */
  interrupted(): Promise<'SIGINT' | 'SIGTERM'>;
  /** Shows this in place of the arguments where the system lists its processes. */
  showAs(title: string): void;
  /** Calls back at each SIGUSR2, where the system has it. */
  onUserSignal(listener: () => void): void;
}
