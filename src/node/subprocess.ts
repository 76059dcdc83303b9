import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { endOfText } from './cut-text.ts';
import { errorMessage } from './error-message.ts';
import { GrowingBuffer } from './growing-buffer.ts';
import { guardedSpawn, startProblem } from './guarded-spawn.ts';
import { killProgram } from './process-tree.ts';
import { describeSystemError } from './system-error.ts';

export interface SubprocessOptions {
  /** The program and its arguments. They never pass through a shell. */
  command: readonly [string, ...string[]];
  /** The whole environment of the program. */
  env: NodeJS.ProcessEnv;
  /** Written to stdin. */
  input: string | Uint8Array;
  /** Aborting kills the program and all processes that it started. */
  signal: AbortSignal;
  /** Milliseconds after which the program is killed (default: no limit). */
  timeout?: number;
  /**
   * Maximum bytes of stdout to capture; the program is killed if it prints more. By default, the
   * program writes to the stdout of this process.
   */
  maxOutput?: number;
  /** Gets stderr as it arrives and is then ended, perhaps after the promise is settled. */
  errorOutput?: Writable | undefined;
  /**
   * Whether processes that the program leaves behind are killed when it exits (default: no). Not on
   * Windows, which does not know them anymore.
   */
  killGroupAtExit?: boolean;
  /**
   * Called with the reason if the program cannot be killed (default: emits a process warning). The
   * promise stays pending until the program exits.
   */
  onKillFailure?: (message: string) => void;
}

/**
 * A program could not be started or did not succeed. The message is meant to follow the program's
 * name: `exited with code 1`.
 */
export class SubprocessError extends Error {
  override readonly name = 'SubprocessError';
  /** The end of the program's stderr output. */
  readonly stderr: string;
  /** The captured stdout. */
  readonly stdout: Uint8Array;

  constructor(message: string, stderr = '', stdout: Uint8Array = new Uint8Array()) {
    super(message);
    this.stderr = stderr;
    this.stdout = stdout;
  }
}

/** Maximum number of characters of stderr to keep. */
const maxStderr = 2000;
/** Milliseconds to wait after the exit for stdout and stderr, which others may keep open. */
const streamTimeout = 500;

/**
 * Runs a program in a new process group until it exits. If this process ends before, even by SIGKILL,
 * the group is killed.
 *
 * @returns the captured stdout; empty if `maxOutput` is not set
 * @throws {SubprocessError} if it cannot be started, exits with a code other than 0 or is killed
 * @throws the reason of `signal` if that is aborted
 */
export function runSubprocess(options: SubprocessOptions): Promise<Buffer> {
  const { command, env, input, signal, timeout, maxOutput, killGroupAtExit, errorOutput } = options;
  const { onKillFailure = warnOfKillFailure } = options;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      errorOutput?.end();
      return reject(signal.reason);
    }
    const stdout = maxOutput === undefined ? 'inherit' : 'pipe';
    const rejectStart = (error: unknown) => {
      errorOutput?.end();
      reject(new SubprocessError(`cannot be started: ${describeSystemError(error)}`));
    };
    let child: ChildProcess;
    try {
      child = guardedSpawn(command, env, ['pipe', stdout, 'pipe']);
    } catch (error) {
      return rejectStart(error);
    }
    const { pid } = child;
    if (pid === undefined) return void child.once('error', rejectStart);

    let problem: string | undefined;
    const kill = () => {
      killProgram({ pid, child }).catch((error: unknown) => onKillFailure(errorMessage(error)));
    };
    const fail = (reason: string) => {
      problem ??= reason;
      kill();
    };
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => fail(`did not exit within ${timeout / 1000} s`), timeout);
    signal.addEventListener('abort', kill, { once: true });
    const cleanUp = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
    };
    child.once('error', (error) => {
      cleanUp();
      rejectStart(error);
    });

    const stderrTail = captureStderr(child);
    if (errorOutput) {
      child.stderr?.on('data', (chunk: Buffer) => errorOutput.write(chunk));
      child.stderr?.once('close', () => errorOutput.end());
    }
    const limit = maxOutput ?? 0;
    const output = new GrowingBuffer(limit);
    child.stdout?.on('data', (chunk: Buffer) => {
      if (output.length + chunk.length > limit) fail(`printed more than ${limit} bytes`);
      else output.add(chunk);
    });
    // A program may exit without reading its input.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);

    child.once('exit', (code, signalName) => {
      problem ??= exitProblem(code, signalName);
      if (killGroupAtExit) kill();
      // Without output there is nothing to wait for: processes left behind may keep stderr open.
      if (problem === undefined && maxOutput === undefined) resolve(Buffer.alloc(0));
      const streamTimer = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, streamTimeout);
      child.once('close', () => {
        clearTimeout(streamTimer);
        cleanUp();
        if (signal.aborted) return reject(signal.reason);
        if (problem === undefined) return resolve(output.take());
        const stderr = stderrTail();
        const unstarted = startProblem(code, stderr);
        reject(
          unstarted
            ? new SubprocessError(unstarted)
            : new SubprocessError(problem, stderr, output.take()),
        );
      });
    });
  });
}

function exitProblem(code: number | null, signalName: string | null): string | undefined {
  if (code === 0) return undefined;
  return signalName ? `was killed by ${signalName}` : `exited with code ${code}`;
}

function captureStderr({ stderr }: ChildProcess): () => string {
  let text = '';
  stderr?.on('data', (chunk: Buffer) => {
    // One more character shows that the text is cut.
    text = (text + chunk.toString()).slice(-maxStderr - 1);
  });
  return () => endOfText(text, maxStderr).trim();
}

function warnOfKillFailure(message: string): void {
  process.emitWarning(`cannot be killed: ${message}`, { code: 'NEWSWATCH_KILL_FAILED' });
}
