import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { cleanEnv, type Program, thisProgram } from './cli.ts';
import { closing } from './closing.ts';

export interface CommandOptions {
  env?: Readonly<Record<string, string | undefined>>;
  /** Kibibytes that a file of it may grow to: what a full disk looks like to one process. */
  largestFile?: number;
  program?: Program;
}

/** A command of the real binary that runs until it is ended. */
export interface RunningCommand<Ready> {
  child: Child;
  /** What its first line said. */
  ready: Ready;
  /** All that it has written so far, its streams apart. */
  output: { stdout: string; stderr: string };
  /** Sends the signal and waits for the end; gives the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Starts the real binary; it is killed after the test. */
export function spawnCommand(args: readonly string[], options: CommandOptions = {}): Child {
  const { env, largestFile, program: runner = thisProgram } = options;
  const command = [...runner, ...args];
  // POSIX counts in blocks of 512 bytes.
  const limit = `ulimit -f ${(largestFile ?? 0) * 2}; exec "$0" "$@"`;
  const [program = '', ...words] = largestFile ? ['sh', '-c', limit, ...command] : command;
  const child = spawn(program, words, { env: cleanEnv(env), stdio: ['ignore', 'pipe', 'pipe'] });
  closing({ close: async () => child.kill('SIGKILL') });
  return child;
}

/**
 * Starts the real binary and waits until it is ready.
 *
 * @param readyOn where the line comes that says so
 */
export async function startCommand<Ready>(
  args: readonly string[],
  readyOn: 'stdout' | 'stderr',
  options: CommandOptions = {},
): Promise<RunningCommand<Ready>> {
  const child = spawnCommand(args, options);
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
  return { child, ready: JSON.parse(await ready) as Ready, output, end };
}
