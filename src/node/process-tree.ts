import { type ChildProcess, execFile } from 'node:child_process';
import { errorCode } from './error-code.ts';
import { describeSystemError } from './system-error.ts';
import { windowsSystemFile } from './windows-system-file.ts';

/** What `killProcessTree()` uses of the operating system. */
export interface KillHost {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** Sends a signal to a process, or to the group `-pid`. */
  kill(pid: number, signal: 'SIGKILL'): void;
  /** Runs a program until it exits; resolves with its exit code. */
  run(file: string, args: readonly string[]): Promise<number>;
}

/** Milliseconds that taskkill may take. */
const taskkillTimeout = 5000;

/** The exit code of taskkill if there is no such process. */
const noSuchProcess = 128;

/**
 * Kills a program that runs in a process group of its own, with the processes that it started. On
 * Windows, which has no process groups, these are found by their parents: call it before the program
 * has exited.
 *
 * Processes that have left the group (`setsid`), or whose parent has exited on Windows, live on.
 *
 * @throws {Error} if processes may be left; not if they have exited already
 */
export async function killProcessTree(pid: number, host: KillHost = systemHost): Promise<void> {
  if (host.platform === 'win32') return killOnWindows(pid, host);
  try {
    host.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw killError(pid, describeSystemError(error), error);
  }
}

/** A program that this process has started. */
export interface StartedProgram {
  pid: number;
  /** Both are `null` until it has exited. */
  child: Pick<ChildProcess, 'exitCode' | 'signalCode'>;
}

/**
 * Like {@link killProcessTree}. Does nothing on Windows if the program has exited: its id may be that of
 * another program by then.
 *
 * @throws {Error} if processes may be left
 */
export async function killProgram(
  { pid, child }: StartedProgram,
  host: KillHost = systemHost,
): Promise<void> {
  if (host.platform === 'win32' && hasExited(child)) return;
  try {
    await killProcessTree(pid, host);
  } catch (error) {
    // macOS rejects the signal if the group has only processes that have exited.
    if (host.platform === 'darwin' && hasExited(child)) return;
    throw error;
  }
}

function hasExited({ exitCode, signalCode }: StartedProgram['child']): boolean {
  return exitCode !== null || signalCode !== null;
}

async function killOnWindows(pid: number, host: KillHost): Promise<void> {
  const taskkill = windowsSystemFile('taskkill.exe', host.env);
  let reason: string;
  let cause: unknown;
  try {
    const code = await host.run(taskkill, ['/pid', String(pid), '/T', '/F']);
    if (code === 0 || code === noSuchProcess) return;
    reason = `taskkill exited with code ${code}`;
  } catch (error) {
    cause = error;
    reason = `taskkill: ${describeSystemError(error)}`;
  }
  // Ends at least the program itself.
  try {
    host.kill(pid, 'SIGKILL');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') reason += `; ${describeSystemError(error)}`;
  }
  throw killError(pid, reason, cause);
}

function killError(pid: number, reason: string, cause: unknown): Error {
  return new Error(`process ${pid} and the processes that it started: ${reason}`, { cause });
}

const systemHost: KillHost = {
  platform: process.platform,
  env: process.env,
  kill: (pid, signal) => process.kill(pid, signal),
  run: (file, args) =>
    new Promise((resolve, reject) => {
      const options = { timeout: taskkillTimeout, windowsHide: true };
      execFile(file, args, options, (error) => {
        if (!error) resolve(0);
        else if (typeof error.code === 'number') resolve(error.code);
        else reject(error.killed ? new Error('timed out') : error);
      });
    }),
};
