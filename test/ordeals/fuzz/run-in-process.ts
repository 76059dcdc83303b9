import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { main } from '../../../src/cli/main.ts';
import type { Outcome } from './outcome.ts';

export interface RunOptions {
  env?: Readonly<Record<string, string>>;
  /** Content of standard input. */
  input?: string | Uint8Array;
  /** Milliseconds until SIGTERM. */
  sigtermAfter?: number;
}

/** Milliseconds after which a run counts as hanging. */
const hangTimeout = 10_000;

/** Runs the program in this process with a fake process and fake streams. */
export async function runInProcess(
  args: readonly string[],
  { env = {}, input = '', sigtermAfter = 150 }: RunOptions = {},
): Promise<Outcome> {
  const signals = new EventEmitter();
  const stdout = collector();
  const stderr = collector();
  const host = Object.assign(signals, {
    env,
    stdin: Readable.from(input.length > 0 ? [Buffer.from(input)] : []),
    stdout: stdout.stream,
    stderr: stderr.stream,
    exitCode: 0,
    exit: () => {},
    uptime: () => 0,
    platform: process.platform,
  });
  const over = new AbortController();
  const { signal } = over;
  const interruption = setTimeout(sigtermAfter, undefined, { signal }).then(() =>
    interrupt(signals),
  );
  const endless = setTimeout(hangTimeout, undefined, { signal }).then(() => {
    throw new Error(`never ends: ${JSON.stringify(args)}`);
  });
  await withEnvironment(env, () => Promise.race([main(args, host), endless]));
  over.abort();
  await Promise.allSettled([interruption, endless]);
  return { code: host.exitCode, stdout: stdout.text(), stderr: stderr.text() };
}

/** Emits SIGTERM as soon as it has a handler; without one, a real process would end at once. */
function interrupt(signals: EventEmitter): void {
  if (signals.emit('SIGTERM', 'SIGTERM')) return;
  signals.once('newListener', () => setImmediate(interrupt, signals));
}

function collector() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

/** User folders and proxies are read from the environment of the process itself. */
async function withEnvironment<Result>(
  env: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> {
  const names = /^(SERVICE_|XDG_)|^(HOME|TERM|LC_ALL|NO_COLOR)$|_proxy$/i;
  const before = Object.entries(process.env).filter(([name]) => names.test(name));
  const clear = () => {
    for (const name of Object.keys(process.env)) if (names.test(name)) delete process.env[name];
  };
  clear();
  Object.assign(process.env, env);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
    clear();
    Object.assign(process.env, Object.fromEntries(before));
  }
}
