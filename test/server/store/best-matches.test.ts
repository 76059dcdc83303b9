import { describe, expect, it } from 'vitest';
import { bestMatches } from '../../../src/server/store/sqlite/best-matches.ts';

const best = (lists: [weight: number, ...positions: number[]][], limit = 10) =>
  bestMatches(
    lists.map(([weight, ...positions]) => ({ weight, positions })),
    limit,
  ).map(({ position }) => position);

describe('bestMatches', () => {
  it('adds up the weights of the lists that a position is in', () => {
    const lists = [
      { weight: 2, positions: [9, 5] },
      { weight: 1, positions: [9, 7] },
    ];
    expect(bestMatches(lists, 10)).toEqual([
      { position: 9, relevance: 3 },
      { position: 5, relevance: 2 },
      { position: 7, relevance: 1 },
    ]);
  });

  it('puts the newest of equals first, and keeps it', () => {
    expect(best([[1, 9, 8, -7]])).toEqual([9, 8, -7]);
    expect(best([[1, 9, 8, 7, 6, 5, 4]], 2)).toEqual([9, 8]);
  });

  it('finds the best wherever they stand among many', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => 1_000 - at);
    expect(
      best(
        [
          [1, ...many],
          [1, 500, 1],
          [1, 1],
        ],
        3,
      ),
    ).toEqual([1, 500, 1_000]);
  });

  it('takes no lists, and empty ones', () => {
    expect(best([])).toEqual([]);
    expect(best([[1], [2]])).toEqual([]);
  });
});
