import { type ChildProcess, spawn } from 'node:child_process';
import type { Handler } from '../handler.ts';
import type { ClaimedEvent } from '../inbox-event.ts';

export interface ExecOptions {
  /** A program and its arguments. No shell ever sees them, nor anything of the event. */
  command: readonly [string, ...string[]];
  env: NodeJS.ProcessEnv;
  concurrency?: number;
}

/** Bytes of the program's stderr that are kept with a failure. */
const longestComplaint = 2000;
/** Milliseconds that its stderr is read after its end. */
const lastWords = 200;

/**
 * Runs a program for each event: its bytes on stdin, `NEWSWATCH_EVENT_ID` and `NEWSWATCH_EVENT_TYPE`
 * in the environment. Exit code 0 is success. When the time is over, the program and all that it
 * started are killed.
 */
export function execHandler({ command, env, concurrency = 4 }: ExecOptions): Handler {
  const [program, ...args] = command;
  return {
    concurrency,
    handle: (event, { signal }) =>
      new Promise((resolve, reject) => {
        // A group of its own, so that what the program started can be killed along with it.
        const child = spawn(program, args, {
          detached: true,
          env: { ...env, ...variablesOf(event) },
          stdio: ['pipe', 'inherit', 'pipe'],
        });
        const complaint = tailOf(child);
        const stop = () => killGroup(child);
        signal.addEventListener('abort', stop, { once: true });
        child.once('error', (error) => {
          signal.removeEventListener('abort', stop);
          reject(new Error(`cannot run ${program}: ${error.message}`));
        });
        ended(child).then(({ code, killedBy }) => {
          signal.removeEventListener('abort', stop);
          if (signal.aborted) reject(signal.reason);
          else if (code === 0) resolve();
          else reject(new Error(`${killedBy ?? `exit ${code}`}${complaint()}`));
        });
        // A program may end without reading its input.
        child.stdin?.on('error', () => {});
        child.stdin?.end(event.body);
      }),
  };
}

/** Resolves soon after the program's own end, also where something it started keeps its streams. */
function ended(child: ChildProcess): Promise<{ code: number | null; killedBy: string | null }> {
  return new Promise((resolve) => {
    child.once('exit', (code, killedBy) => {
      const timer = setTimeout(() => child.stderr?.destroy(), lastWords);
      child.once('close', () => {
        clearTimeout(timer);
        resolve({ code, killedBy });
      });
    });
  });
}

/** An environment variable cannot hold NUL. */
function variablesOf({ id, type }: ClaimedEvent): NodeJS.ProcessEnv {
  return {
    NEWSWATCH_EVENT_ID: id.replaceAll('\0', ''),
    NEWSWATCH_EVENT_TYPE: type.replaceAll('\0', ''),
  };
}

function tailOf({ stderr }: ChildProcess): () => string {
  let text = '';
  stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-longestComplaint);
  });
  return () => (text.trim() ? `: ${text.trim()}` : '');
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
