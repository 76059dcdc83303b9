import { expect, it } from 'vitest';
import { nthHighest } from '../../../../src/server/store/nth-highest.ts';

const sorted = (values: readonly number[]) => values.toSorted((a, b) => b - a);

it.each([
  ['small', (at: number) => (at * 7) % 50],
  ['large', (at: number) => ((at * 7919) % 3001) * 1_000_003],
  ['equal', () => 1024],
  ['beyond 32 bits', (at: number) => 2 ** 40 + ((at * 31) % 997)],
])('finds the n-th highest of %s values', (_, valueAt) => {
  const values = Array.from({ length: 2_000 }, (_each, at) => valueAt(at));
  for (const n of [1, 2, 199, 200, 201, 1_999, 2_000]) {
    expect(nthHighest(values, n)).toBe(sorted(values)[n - 1]);
  }
});

it('is the lowest value if there are fewer, and 0 without values', () => {
  expect(nthHighest([5, 3_000_000, 4], 10)).toBe(4);
  expect(nthHighest([0], 1)).toBe(0);
  expect(nthHighest([], 3)).toBe(0);
});
