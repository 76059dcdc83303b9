import { expect, it } from 'vitest';
import { checkReport } from '../../../bench/harness/check-report.js';

const slow = { missed: ['  time: 3 ×, expected ≤ 2 ×'] };
const broken = { missed: [], error: new Error('serve ended with 1\nand its log') };

it('reports figures out of bounds and errors apart, and how to repeat both', () => {
  const report = checkReport(
    new Map<string, { missed: string[]; error?: Error }>([
      ['start', slow],
      ['memory', broken],
    ]),
  );
  expect(report).toContain('attempts (the whole error is above):\nmemory: serve ended with 1\n\n');
  expect(report).toContain('Out of bounds in the second of two attempts:\nstart\n  time: 3 ×');
  expect(report).toContain('--check start memory\n');
});

it('says nothing of bounds if rows only failed with errors', () => {
  expect(checkReport(new Map([['memory', broken]]))).not.toContain('bounds');
});
