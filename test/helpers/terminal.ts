import { spawn } from 'node:child_process';
import { binary, cleanEnv } from './cli.ts';
import { closing } from './closing.ts';

/** Something that is typed when the screen shows a text, or some milliseconds later. */
export type Reply = readonly [shown: string, typed: string, delay?: number];

/**
 * Runs the built binary on a terminal of `script` until it exits.
 *
 * @param replies in their order
 * @returns its exit code, and all that the terminal has shown
 */
export async function onTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  replies: readonly Reply[] = [],
): Promise<{ code: number | null; screen: string }> {
  const words = [process.execPath, binary, ...args].map((word) => `'${word}'`);
  // A shell that stays would end by Ctrl-C itself.
  const command = `exec ${words.join(' ')}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { env: cleanEnv(env) });
  closing({ close: async () => child.kill('SIGKILL') });
  let screen = '';
  let seen = 0;
  const waiting = [...replies];
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const at = screen.indexOf(next[0], seen);
      if (at < 0) return;
      seen = at + next[0].length;
      const [, typed, delay = 0] = next;
      setTimeout(() => child.stdin.write(typed), delay);
      waiting.shift();
    }
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin.destroy();
  return { code, screen: screen.replaceAll('\r\n', '\n') };
}
