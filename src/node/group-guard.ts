import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * Reads `+ <group>` and `- <group>` from stdin. At its end, when the process that writes them has
 * ended, even by SIGKILL, it kills the groups that are left.
 */
const script = `trap '' HUP INT TERM
groups=
while read -r sign group; do
  rest=
  for each in $groups; do [ "$each" = "$group" ] || rest="$rest $each"; done
  groups=$rest
  [ "$sign" = - ] || groups="$groups $group"
done
for each in $groups; do kill -s KILL -- "-$each"; done`;

/** Minimum milliseconds between two starts of the shell after it ended. */
const minRestartInterval = 1000;

/**
 * Kills process groups when this process ends, however it ends: a small shell process waits for that.
 * Not for Windows, which has no process groups.
 */
export class GroupGuard {
  readonly #program: string;
  readonly #groups = new Set<number>();
  /** The stdin of the shell; `undefined` while it does not run. */
  #shell: Writable | undefined;
  /** In milliseconds of `performance.now()`. */
  #startedAt = Number.NEGATIVE_INFINITY;

  /** @param program a POSIX shell */
  constructor(program = '/bin/sh') {
    this.#program = program;
  }

  /**
   * Resolves when the end of this process will kill the group.
   *
   * @throws {Error} a system error if the shell cannot be started or has ended
   */
  async add(group: number): Promise<void> {
    const shell = this.#shell ?? (await this.#start());
    this.#groups.add(group);
    await tell(shell, group);
  }

  remove(group: number): void {
    this.#groups.delete(group);
    this.#shell?.write(`- ${group}\n`);
  }

  async #start(): Promise<Writable> {
    this.#startedAt = performance.now();
    const child = spawn(this.#program, ['-c', script], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    if (child.pid === undefined) throw (await once(child, 'error'))[0];
    const { stdin } = child;
    // Only the stream of a running child keeps this process alive.
    child.unref();
    if (stdin instanceof Socket) stdin.unref();
    stdin.on('error', () => {});
    child.once('exit', () => this.#restart(stdin));
    this.#shell = stdin;
    for (const group of this.#groups) stdin.write(`+ ${group}\n`);
    return stdin;
  }

  /** Guards the groups again after the shell has ended. */
  #restart(ended: Writable): void {
    if (this.#shell !== ended) return;
    this.#shell = undefined;
    const pause = Math.max(0, this.#startedAt + minRestartInterval - performance.now());
    const start = () => {
      if (this.#shell || this.#groups.size === 0) return;
      this.#start().catch(() => setTimeout(start, minRestartInterval).unref());
    };
    setTimeout(start, pause).unref();
  }
}

function tell(shell: Writable, group: number): Promise<void> {
  return new Promise((resolve, reject) => {
    shell.write(`+ ${group}\n`, (error) => (error ? reject(error) : resolve()));
  });
}
