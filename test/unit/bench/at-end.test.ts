import { spawn } from 'node:child_process';
import { expect, it, onTestFinished, vi } from 'vitest';
import { atEnd, endRow } from '../../../bench/harness/at-end.js';
import { endChild, endWithRow, isRunning } from '../../../bench/harness/child.js';

it('runs the cleanup steps of a row once, in reverse order, also after one that fails', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  const done: string[] = [];
  atEnd(() => done.push('first'));
  atEnd(() => {
    throw new Error('cannot stop');
  });
  atEnd(() => Promise.reject(new Error('cannot drop')));
  atEnd(() => done.push('last'));
  await endRow();
  await endRow();
  expect(done).toEqual(['last', 'first']);
  const reported = stderr.mock.calls.map(([text]) => String(text)).join('');
  expect(reported).toContain('cannot stop');
  expect(reported).toContain('cannot drop');
});

it('ends a process with its row', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  endWithRow(child);
  expect(isRunning(child)).toBe(true);
  await endRow();
  expect(isRunning(child)).toBe(false);
  await endChild(child);
});
