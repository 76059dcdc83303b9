import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { cleanEnv, thisProgram } from './cli.ts';
import { closing } from './closing.ts';

export interface CommandOptions {
  env?: Readonly<Record<string, string | undefined>>;
  /** Maximum size of a file that it writes, in KiB, to simulate a full disk (default: no limit). */
  maxFileSize?: number;
  /** The built binary, with a program that starts it if needed (default: only the binary). */
  program?: readonly string[];
}

/** A running command of the built binary. */
export interface RunningCommand<Ready> {
  child: Child;
  /** The JSON of its first line. */
  ready: Ready;
  /** Its output so far. */
  output: { stdout: string; stderr: string };
  /** Sends the signal and resolves to the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Starts the built binary; it is killed after the test. */
export function spawnCommand(args: readonly string[], options: CommandOptions = {}): Child {
  const { env, maxFileSize, program: runner = thisProgram } = options;
  const command = [...runner, ...args];
  // POSIX uses blocks of 512 bytes.
  const limit = `ulimit -f ${(maxFileSize ?? 0) * 2}; exec "$0" "$@"`;
  const [program = '', ...words] = maxFileSize ? ['sh', '-c', limit, ...command] : command;
  const child = spawn(program, words, { env: cleanEnv(env), stdio: ['ignore', 'pipe', 'pipe'] });
  closing({ close: async () => child.kill('SIGKILL') });
  return child;
}

/**
 * Starts the built binary and waits for the line of JSON that it prints when it is ready.
 *
 * @param readyOn the stream of that line
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
