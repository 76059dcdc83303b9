import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach } from 'vitest';
import { binary, cleanEnv } from './cli.ts';

/** The line that `newswatch serve` prints when it is ready. */
export interface Ready {
  base_url: string;
  api_key?: string;
  data: string;
}

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts the real server on a free port; it is killed after the test. */
export function serve(...args: string[]) {
  return serveBy([process.execPath, binary], args);
}

/** The same, by another command that starts it. */
export async function serveBy(command: readonly string[], args: readonly string[]) {
  const child = startServe(args, command);
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, ready: JSON.parse(line) as Ready, log: () => log };
}

/** A server that may not be ready yet; it is killed after the test. */
export function startServe(
  args: readonly string[],
  [command = '', ...first]: readonly string[] = [process.execPath, binary],
) {
  const child = spawn(command, [...first, 'serve', '--port', '0', ...args], { env: cleanEnv() });
  children.push(child);
  return child;
}

/** The environment in which the command line talks to that server. */
export const envOf = ({ base_url, api_key = '' }: Ready) => ({
  SERVICE_BASE_URL: base_url,
  SERVICE_API_KEY: api_key,
});
