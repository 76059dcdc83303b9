import { type CommandOptions, type RunningCommand, startCommand } from './process.ts';

/** A `newswatch webhook listen` process. */
export type RunningListener = RunningCommand<{ url: string; data: string }>;

/** Starts `newswatch webhook listen` on a free port; it is killed after the test. */
export function listen(
  args: readonly string[],
  options: CommandOptions = {},
): Promise<RunningListener> {
  return startCommand(['webhook', 'listen', '--port', '0', ...args], 'stderr', options);
}
