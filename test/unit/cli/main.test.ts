import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { main } from '../../../src/cli/main.ts';

/** Runs the program with a fake process that gets SIGTERM at one moment. */
async function runUntilSigterm(args: readonly string[], moment: 'start' | 'error') {
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
    stdin: Readable.from([]),
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
    const { code, stderr } = await runUntilSigterm(['nonsense'], moment);
    expect(JSON.parse(stderr)).toMatchObject({ error: 'unknown_command', exit_code });
    expect(code).toBe(exit_code);
  });
});

it('ends with 143 if SIGTERM arrives before a result is printed', async () => {
  const { code, stdout, stderr } = await runUntilSigterm(['--version'], 'start');
  expect({ code, stderr }).toEqual({ code: 143, stderr: '' });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
