import { expect, it } from 'vitest';
import type { Log } from '../../../src/node/log.ts';
import { StoreCheck } from '../../../src/server/store-check.ts';
import { StoreUnavailable } from '../../../src/storage/store-unavailable.ts';

const url = 'postgres://newswatch:***@db.internal:5432/news';

function checkOf(outcomes: (Error | undefined)[]) {
  const lines: unknown[][] = [];
  const log: Log = (...line) => void lines.push(line);
  const next = async () => {
    const outcome = outcomes.shift();
    if (outcome) throw outcome;
  };
  return { check: new StoreCheck({ ping: next, checkDisk: async () => {} }, log), lines };
}

it.each([
  [new StoreUnavailable(`the database ${url} is not available`), 'store'],
  [new StoreUnavailable(`${url}: No space left on device`, { isDiskFull: true }), 'disk_full'],
  [new Error("ENOENT: no such file or directory, statfs '/srv/data'"), 'store'],
])('names only the kind of a problem: %s', async (error, reason) => {
  const problems = await checkOf([error]).check.problems();
  expect(problems).toMatchObject([{ reason }]);
  expect(JSON.stringify(problems)).not.toMatch(/postgres|internal|ENOENT|srv|device/);
});

it('logs the details once until they change, and the end of the problem', async () => {
  const outcomes = [new Error('a'), new Error('a'), new Error('b'), undefined, undefined];
  const { check, lines } = checkOf([...outcomes]);
  for (const _ of outcomes) await check.problems();
  expect(lines).toEqual([
    ['warn', 'store unavailable', { reason: 'a' }],
    ['warn', 'store unavailable', { reason: 'b' }],
    ['info', 'store available'],
  ]);
});
