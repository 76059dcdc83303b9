import { type CommandOptions, type RunningCommand, startCommand } from './process.ts';

/** A real `webhook listen` on a free port. */
export type RunningListener = RunningCommand<{ url: string; data: string }>;

/** Starts the real receiver on a free port; it is killed after the test. */
export function listen(
  args: readonly string[],
  options: CommandOptions = {},
): Promise<RunningListener> {
  return startCommand(['webhook', 'listen', '--port', '0', ...args], 'stderr', options);
}
