import { spawn } from 'node:child_process';
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

/**
 * Kills process groups when this process ends, however it ends: a small shell process waits for that.
 * Not for Windows, which has no process groups.
 */
export class GroupGuard {
  readonly #groups = new Set<number>();
  /** The stdin of the shell; `undefined` while it does not run. */
  #shell: Writable | undefined;

  /**
   * Resolves when the end of this process will kill the group.
   *
   * @throws {Error} a system error if the shell cannot be started or has ended
   */
  async add(group: number): Promise<void> {
    this.#groups.add(group);
    const shell = this.#shell ?? this.#start();
    await new Promise<void>((resolve, reject) => {
      shell.write(`+ ${group}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  remove(group: number): void {
    this.#groups.delete(group);
    this.#shell?.write(`- ${group}\n`);
  }

  #start(): Writable {
    const { stdin, ...shell } = startShell();
    this.#shell = stdin;
    const restart = () => {
      if (this.#shell !== stdin) return;
      this.#shell = undefined;
      for (const group of this.#groups) void this.add(group).catch(() => {});
    };
    shell.onEnd(restart);
    return stdin;
  }
}

function startShell() {
  const child = spawn('sh', ['-c', script], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const { stdin } = child;
  // Only the stream of a running child keeps this process alive.
  child.unref();
  if (stdin instanceof Socket) stdin.unref();
  stdin.on('error', () => {});
  return {
    stdin,
    onEnd: (listener: () => void) => {
      child.once('error', listener);
      child.once('exit', listener);
    },
  };
}
