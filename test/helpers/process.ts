import { type ChildProcess, spawn } from 'node:child_process';
import { binary, cleanEnv } from './cli.ts';
import { closing } from './server.ts';

interface StartOptions {
  env?: Readonly<Record<string, string | undefined>>;
  /** Where the line comes that says it is ready. */
  readyOn: 'stdout' | 'stderr';
  /** Kibibytes that a file of it may grow to: what a full disk looks like to one process. */
  largestFile?: number;
}

/** A command of the real binary that runs until it is ended; it is killed after the test. */
export interface RunningCommand<Ready> {
  child: ChildProcess;
  /** What its first line said. */
  ready: Ready;
  /** All that it has written so far, its streams apart. */
  output: { stdout: string; stderr: string };
  /** Sends the signal and waits for the end; gives the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface ServeReady {
  base_url: string;
  api_key?: string;
  data: string;
}

/** The real server on a free port. */
export function startServe(
  args: readonly string[],
  options: Omit<StartOptions, 'readyOn'> = {},
): Promise<RunningCommand<ServeReady>> {
  return start(['serve', '--port', '0', ...args], { ...options, readyOn: 'stdout' });
}

/** The real receiver on a free port. */
export function startListen(
  args: readonly string[],
  options: Omit<StartOptions, 'readyOn'> = {},
): Promise<RunningCommand<{ url: string; data: string }>> {
  return start(['webhook', 'listen', '--port', '0', ...args], { ...options, readyOn: 'stderr' });
}

async function start<Ready>(
  args: readonly string[],
  { env, readyOn, largestFile }: StartOptions,
): Promise<RunningCommand<Ready>> {
  const command = [process.execPath, binary, ...args];
  // POSIX counts in blocks of 512 bytes.
  const limit = largestFile && ['sh', '-c', `ulimit -f ${largestFile * 2}; exec "$@"`, 'sh'];
  const [program = '', ...words] = [...(limit || []), ...command];
  const child = spawn(program, words, { env: cleanEnv(env), stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const output = { stdout: '', stderr: '' };
  const ready = new Promise<string>((resolve, reject) => {
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (chunk: Buffer) => {
        output[name] += chunk.toString();
        const [line, more] = output[readyOn].split('\n', 2);
        if (line !== undefined && more !== undefined) resolve(line);
      });
    }
    void ended.then(() => reject(new Error(`ended before it was ready: ${output.stderr}`)));
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  closing({ close: () => end('SIGKILL') });
  return { child, ready: JSON.parse(await ready) as Ready, output, end };
}
