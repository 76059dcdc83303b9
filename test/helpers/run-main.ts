import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { main } from '../../src/cli/main.ts';

interface RunOptions {
  env?: Readonly<Record<string, string>>;
  stdin?: Readable;
  /** When the process gets SIGTERM (default: never). */
  interruptedAt?: 'start' | 'error';
  /** The streams that are terminals. */
  terminals?: readonly ('stdout' | 'stderr')[];
  /** Of the terminals (default: unknown). */
  columns?: number;
}

/** Runs the program in this process, from its source, with a fake host. */
export async function runMain(
  args: readonly string[],
  { env = {}, stdin = Readable.from([]), interruptedAt, terminals = [], columns }: RunOptions = {},
) {
  const written = { stdout: '', stderr: '' };
  const collector = (name: 'stdout' | 'stderr') =>
    Object.assign(
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          written[name] += chunk;
          if (name === 'stderr' && interruptedAt === 'error') host.emit('SIGTERM');
          done();
        },
      }),
      { isTTY: terminals.includes(name), ...(columns === undefined ? {} : { columns }) },
    );
  const host = Object.assign(new EventEmitter(), {
    env,
    stdin,
    stdout: collector('stdout'),
    stderr: collector('stderr'),
    exitCode: 0,
    exit: () => {},
    uptime: () => 0,
    platform: process.platform,
  });
  const ended = main(args, host);
  if (interruptedAt === 'start') host.emit('SIGTERM');
  await ended;
  return { code: host.exitCode, ...written };
}
