import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pollUntil } from '../../helpers/eventually.ts';

/** PostgreSQL does not run as root: then all programs run as the user `postgres`. */
export const owner =
  process.getuid?.() === 0
    ? { uid: idOf('-u'), gid: idOf('-g') }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

function idOf(flag: string): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}

/** A program that can be stopped and started again. Its output goes to a file of the folder. */
export class RestartableProgram {
  readonly name: string;
  readonly #command: readonly string[];
  readonly #folder: string;
  #child: ChildProcess | undefined;

  constructor(name: string, command: readonly string[], folder: string) {
    this.name = name;
    this.#command = command;
    this.#folder = folder;
  }

  start(): void {
    const [program = '', ...args] = this.#command;
    const log = openSync(join(this.#folder, `${this.name}.log`), 'a');
    this.#child = spawn(program, args, {
      cwd: this.#folder,
      stdio: ['ignore', log, log],
      env: { PATH: `${process.env['PATH']}:/usr/sbin`, HOME: this.#folder, LC_ALL: 'C.UTF-8' },
      ...owner,
    });
  }

  get pid(): number | undefined {
    const { pid, exitCode, signalCode } = this.#child ?? {};
    return exitCode === null && signalCode === null ? pid : undefined;
  }

  /** Resolves when the program has ended; at once if it does not run. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#child?.kill(signal);
    await pollUntil(() => this.pid === undefined, 60_000);
  }
}

/** The process and all its descendants. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const parent = parentOf(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  // The list grows while it is read.
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

function parentOf(pid: string): number | undefined {
  if (!/^\d+$/.test(pid)) return undefined;
  try {
    // The name of the program, in parentheses, may contain spaces.
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(/\) (?=. \d)/);
    return Number(rest.split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Sends a signal to those of the processes that still run. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}
