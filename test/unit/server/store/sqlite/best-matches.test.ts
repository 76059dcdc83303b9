import { describe, expect, it } from 'vitest';
import { BestMatches, common } from '../../../../../src/server/store/sqlite/best-matches.ts';

const added = (lists: [weight: number, ...positions: number[]][]) => {
  const matches = new BestMatches();
  for (const [weight, ...positions] of lists) matches.add(Float64Array.from(positions), weight);
  return matches;
};
const best = (lists: [weight: number, ...positions: number[]][], limit = 10) =>
  added(lists)
    .best(limit)
    .map(({ position }) => position);

describe('BestMatches', () => {
  it('adds up the weights of the lists that a position is in', () => {
    const matches = added([
      [2, 9, 5],
      [1, 9, 7, 3],
      [8, 11],
    ]);
    expect(matches.best(10)).toEqual([
      { position: 11, relevance: 8 },
      { position: 9, relevance: 3 },
      { position: 5, relevance: 2 },
      { position: 7, relevance: 1 },
      { position: 3, relevance: 1 },
    ]);
    expect([...matches.positions]).toEqual([11, 9, 7, 5, 3]);
  });

  it('adds to what is there, and to nothing else', () => {
    const many = Array.from({ length: 100 }, (_, at) => 2 * (100 - at));
    const matches = added([[1, ...many]]);
    matches.addAgain(Float64Array.from([201, 200, 118, 117, 20, 18, 2, 1]), 1);
    const heavier = matches.best(100).filter(({ relevance }) => relevance === 2);
    expect(heavier.map(({ position }) => position)).toEqual([200, 118, 20, 18, 2]);
    matches.clear();
    matches.addAgain(Float64Array.from([200]), 1);
    expect(matches.best(10)).toEqual([]);
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

  it('knows nothing of the search before, however large that was', () => {
    const matches = added([[1, ...Array.from({ length: 70_000 }, (_, at) => -at)]]);
    for (let n = 0; n < 3; n += 1) {
      matches.clear();
      expect(matches.best(10)).toEqual([]);
      matches.add(Float64Array.from([4, 2]), 1);
      matches.add(Float64Array.from([3, 2, -5]), 2);
      expect(matches.best(2)).toEqual([
        { position: 2, relevance: 3 },
        { position: 3, relevance: 2 },
      ]);
    }
  });

  it('takes no lists, and empty ones', () => {
    expect(best([])).toEqual([]);
    expect(best([[1], [2]])).toEqual([]);
  });
});

describe('common', () => {
  it('gives what is in both, descending', () => {
    const both = common(Float64Array.from([9, 7, 5, -1]), Float64Array.from([8, 7, 6, 5, 0, -1]));
    expect([...both]).toEqual([7, 5, -1]);
    expect([...common(Float64Array.from([9]), new Float64Array(0))]).toEqual([]);
  });
});
