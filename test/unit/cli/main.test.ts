import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runMain } from '../../helpers/run-main.ts';

describe('an error has the exit code of the process if SIGTERM arrives', () => {
  it.each([
    ['before it is printed', 'start', 143],
    ['after it is printed', 'error', 2],
  ] as const)('%s', async (_when, moment, exit_code) => {
    const { code, stderr } = await runMain(['nonsense'], { interruptedAt: moment });
    expect(JSON.parse(stderr)).toMatchObject({ error: 'unknown_command', exit_code });
    expect(code).toBe(exit_code);
  });
});

it('ends with 143 if SIGTERM arrives before a result is printed', async () => {
  const { code, stdout, stderr } = await runMain(['--version'], { interruptedAt: 'start' });
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
    const piped = await runMain(args, { stdin: Readable.from([Buffer.from(`${key}\n`)]) });
    expect(piped.stderr).not.toContain(key);
    const terminal = Object.assign(new Readable({ read() {} }), { isTTY: true });
    const typed = await runMain(args, { stdin: terminal });
    expect(typed.stderr).not.toContain(key);
  });
});

it('prints help without reading standard input', async () => {
  const stdin = new Readable({ read() {} });
  const { code, stderr } = await runMain(['news', '--api-key-file', '-', '--help'], {
    stdin: stdin,
  });
  expect({ code, didRead: stdin.readableDidRead }).toEqual({ code: 0, didRead: false });
  expect(stderr).toContain('newswatch news');
});

it('prints help as it is if a secret is a word of it', async () => {
  const { stderr } = await runMain(['--help'], { env: { SERVICE_API_KEY: 'search' } });
  expect(stderr).toContain('Search news, manage monitors');
  expect(stderr).toContain('news search');
});

it('explain suggests no other number', async () => {
  const { stderr } = await runMain(['explain', '42']);
  expect(JSON.parse(stderr).message).toBe('<code> is unknown (got "42")');
});
