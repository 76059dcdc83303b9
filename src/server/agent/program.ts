import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { AgentFailure } from './agent-error.ts';

/** One start of a program. */
export interface Program {
  /** The program and its arguments. No shell ever sees them. */
  command: readonly [string, ...string[]];
  input: string;
  /** Real milliseconds. */
  timeLimit: number;
  signal: AbortSignal;
}

const largestOutput = 1024 * 1024;
/** Characters of stderr that are kept. */
const longestComplaint = 2000;
/** Milliseconds that stdout is read after the program's end, where something it started keeps it. */
const lastWords = 500;

/**
 * Runs a program and gives what it printed, once it has ended with exit code 0. It knows PATH and
 * nothing else of the environment; at its end all that it started is killed.
 *
 * @throws {AgentFailure} when it cannot be started, fails, takes too long or prints over 1 MiB
 * @throws the reason of `signal` once that is aborted
 */
export function runProgram({ command, input, timeLimit, signal }: Program): Promise<Uint8Array> {
  const [program, ...args] = command;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    // A group of its own, so that what the program started can be killed along with it.
    const child = spawn(program, args, { detached: true, env: { PATH: process.env['PATH'] } });
    child.once('error', ({ code }: NodeJS.ErrnoException) => {
      reject(new AgentFailure(`cannot be started (${code})`));
    });
    if (child.pid === undefined) return;
    const complaint = tailOf(child);
    const chunks: Buffer[] = [];
    let length = 0;
    let problem: string | undefined;

    const stop = (why: string) => {
      problem ??= why;
      killGroup(child);
    };
    const interrupt = () => killGroup(child);
    const timer = setTimeout(() => stop(`took more than ${timeLimit / 1000} s`), timeLimit);
    signal.addEventListener('abort', interrupt, { once: true });

    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > largestOutput) stop('printed more than 1 MiB');
      else chunks.push(chunk);
    });
    child.once('exit', (code, killedBy) => {
      if (code !== 0)
        problem ??= killedBy ? `was ended by ${killedBy}` : `ended with exit code ${code}`;
      killGroup(child);
      const streams = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, lastWords);
      child.once('close', () => clearTimeout(streams));
    });
    child.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
      if (signal.aborted) reject(signal.reason);
      else if (problem === undefined) resolve(Buffer.concat(chunks));
      else reject(new AgentFailure(problem, complaint()));
    });
    // A program may end without reading its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

function tailOf({ stderr }: ChildProcessWithoutNullStreams): () => string {
  let text = '';
  stderr.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-longestComplaint);
  });
  return () => text.trim();
}

function killGroup({ pid }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}
