import { expect, it } from 'vitest';
import { retryAfter } from '../../../src/contract/retry-after.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

it.each([
  ['3', 3000],
  ['0', 0],
  ['86400', 86_400_000],
  ['Sat, 21 Nov 2026 12:00:09 GMT', 9000],
  ['Saturday, 21-Nov-26 12:00:09 GMT', 9000],
  ['Sat Nov 21 12:00:09 2026', 9000],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
])('Retry-After %j means %i ms', (header, expected) => {
  expect(retryAfter(header, now)).toBe(expected);
});

it.each([
  undefined,
  '',
  '-5',
  '1.5',
  '1e3',
  'soon',
  'Soon, GMT',
  'on Sat, 21 Nov 2026 12:00:09 GMT',
  '2026-11-21T12:00:09Z',
])('Retry-After %j is ignored', (header) => {
  expect(retryAfter(header, now)).toBeUndefined();
});
