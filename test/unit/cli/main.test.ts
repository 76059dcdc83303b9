import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { main } from '../../../src/cli/main.ts';

/** Runs the program with a fake process that gets SIGTERM at one moment, if any. */
async function runWith(
  args: readonly string[],
  moment: 'start' | 'error' | 'never',
  stdin: Readable = Readable.from([]),
) {
  const written = { stdout: '', stderr: '' };
  const collector = (name: 'stdout' | 'stderr') =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written[name] += chunk;
        if (name === 'stderr' && moment === 'error') host.emit('SIGTERM');
        done();
      },
    });
  const host = Object.assign(new EventEmitter(), {
    env: {},
    stdin,
    stdout: collector('stdout'),
    stderr: collector('stderr'),
    exitCode: 0,
    exit: () => {},
    uptime: () => 0,
    platform: process.platform,
  });
  const ended = main(args, host);
  if (moment === 'start') host.emit('SIGTERM');
  await ended;
  return { code: host.exitCode, ...written };
}

describe('an error has the exit code of the process if SIGTERM arrives', () => {
  it.each([
    ['before it is printed', 'start', 143],
    ['after it is printed', 'error', 2],
  ] as const)('%s', async (_when, moment, exit_code) => {
    const { code, stderr } = await runWith(['nonsense'], moment);
    expect(JSON.parse(stderr)).toMatchObject({ error: 'unknown_command', exit_code });
    expect(code).toBe(exit_code);
  });
});

it('ends with 143 if SIGTERM arrives before a result is printed', async () => {
  const { code, stdout, stderr } = await runWith(['--version'], 'start');
  expect({ code, stderr }).toEqual({ code: 143, stderr: '' });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe('an error does not repeat a key that standard input contains', () => {
  const key = 'nw_key_that_was_typed_twice';

  it.each([
    [key, '--api-key-file', '-'],
    ['--api-key-file=-', 'news', key],
    ['--api-key-file', '-', 'news', 'search', 'chips', key],
    ['--api-key-file', '-', 'news', 'latest', '--limit', key],
    ['serve', '--secret-key-file', '-', key],
  ])('%j', async (...args) => {
    const piped = await runWith(args, 'never', Readable.from([Buffer.from(`${key}\n`)]));
    expect(piped.stderr).not.toContain(key);
    const terminal = Object.assign(new Readable({ read() {} }), { isTTY: true });
    const typed = await runWith(args, 'never', terminal);
    expect(typed.stderr).not.toContain(key);
  });
});

it('prints help without reading standard input', async () => {
  const stdin = new Readable({ read() {} });
  const { code, stderr } = await runWith(['news', '--api-key-file', '-', '--help'], 'never', stdin);
  expect({ code, didRead: stdin.readableDidRead }).toEqual({ code: 0, didRead: false });
  expect(stderr).toContain('newswatch news');
});
