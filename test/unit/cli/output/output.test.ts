import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Output } from '../../../../src/cli/output/output.ts';

it('a question has lines between words, like a message', () => {
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 30 });
  new Output({ stdout: new PassThrough(), stderr }).question(
    'Delete the monitor “Chips”? Queued deliveries stop. [y/N]',
  );
  expect(String(stderr.read())).toBe(
    'Delete the monitor “Chips”?\n  Queued deliveries stop.\n  [y/N] ',
  );
});

it('a line of a log stays in one piece, so that its JSON is valid', () => {
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 30 });
  const line = '{"time":"2026-11-20T12:00:00Z","event":"event handled","id":"evt_1"}';
  new Output({ stdout: new PassThrough(), stderr }).log(line);
  expect(String(stderr.read())).toBe(`${line}\n`);
});

it('nothing follows the error that ends a command', () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = new Output({ stdout, stderr });
  output.report({ error: 'interrupted' });
  output.close();
  output.note('newswatch: 2 passed');
  output.plainText('{}');
  expect(String(stderr.read())).toBe('{"error":"interrupted"}\n');
  expect(stdout.read()).toBeNull();
});

it('does not open stdout for what goes to stderr', async () => {
  const stderr = new PassThrough();
  let isOpened = false;
  const output = new Output({
    get stdout() {
      isOpened = true;
      return new PassThrough();
    },
    stderr,
  });
  output.help('USAGE', { env: {} });
  await output.flush();
  expect({ isOpened, stderr: String(stderr.read()) }).toEqual({
    isOpened: false,
    stderr: 'USAGE\n',
  });
});
