import { type CommandOptions, type RunningCommand, spawnCommand, startCommand } from './process.ts';

/** The line that `newswatch serve` prints when it is ready. */
export interface Ready {
  base_url: string;
  api_key?: string;
  settings_url: string;
  data: string;
  secrets: string;
}

export type RunningServe = RunningCommand<Ready> & { log(): string };

/** Starts `newswatch serve` on a free port; it is killed after the test. */
export function serve(...args: string[]): Promise<RunningServe> {
  return serveWith({}, ...args);
}

/** The same, with options of the process. */
export async function serveWith(
  options: CommandOptions,
  ...args: readonly string[]
): Promise<RunningServe> {
  const running = await startCommand<Ready>(commandOf(args), 'stdout', options);
  return { ...running, log: () => running.output.stderr };
}

/** Starts `newswatch serve` without waiting until it is ready; it is killed after the test. */
export function startServe(args: readonly string[]) {
  return spawnCommand(commandOf(args));
}

function commandOf(args: readonly string[]): string[] {
  return ['serve', '--port', '0', ...args];
}

/** The environment variables with which the command line calls the server. */
export const envOf = ({ base_url, api_key = '' }: Ready) => ({
  SERVICE_BASE_URL: base_url,
  SERVICE_API_KEY: api_key,
});
