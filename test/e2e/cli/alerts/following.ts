import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Alert } from 'newswatch';
import { binary, cleanEnv } from '../../../helpers/cli.ts';
import { closing } from '../../../helpers/closing.ts';
import { envFor } from '../../../helpers/server.ts';

/** Runs `alerts list`, by default with `--follow` and a short interval; it is killed after the test. */
export function follow(
  server: { baseUrl: string },
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  mode: readonly string[] = ['--follow', '--interval', '0.1'],
) {
  const all = [binary, 'alerts', 'list', ...mode, ...args];
  const child = spawn(process.execPath, all, {
    env: cleanEnv({ ...envFor(server), ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  closing({ close: async () => child.kill('SIGKILL') });
  const rawLine = linesOf(child.stdout);
  const line = async () => (await rawLine())?.trimStart();
  return {
    child,
    /** The next line of stdout, without the spaces of probes; `undefined` at its end. */
    line,
    rawLine,
    note: linesOf(child.stderr),
    /** Waits for this many alerts. */
    async alerts(count: number): Promise<Alert[]> {
      const alerts: Alert[] = [];
      while (alerts.length < count) alerts.push(JSON.parse((await line()) ?? 'null') as Alert);
      return alerts;
    },
    /** The remaining alerts of stdout. */
    async rest(): Promise<Alert[]> {
      const alerts: Alert[] = [];
      for (let text = await line(); text; text = await line()) {
        alerts.push(JSON.parse(text) as Alert);
      }
      return alerts;
    },
    /** Sends the signal; resolves to the exit code. */
    async stop(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
      child.kill(signal);
      return exitOf(child);
    },
    ended: () => exitOf(child),
  };
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** Returns one line of a stream per call. */
function linesOf(stream: NodeJS.ReadableStream): () => Promise<string | undefined> {
  const iterator = createInterface(stream)[Symbol.asyncIterator]();
  return async () => (await iterator.next()).value as string | undefined;
}
