import { describe, expect, it } from 'vitest';
import { ScoredPositions } from '../../../../../src/server/store/sqlite/scored-positions.ts';

type List = [weight: number, ...positions: number[]];

function scored(...lists: List[]): ScoredPositions {
  const scores = new ScoredPositions();
  for (const [weight, ...positions] of lists) scores.add(Float64Array.from(positions), weight);
  return scores;
}
const sums = (scores: ScoredPositions, limit = 100) =>
  Object.fromEntries(scores.best(limit).map(({ position, relevance }) => [position, relevance]));
const positions = (scores: ScoredPositions, limit: number) =>
  scores
    .best(limit)
    .map(({ position }) => position)
    .sort((a, b) => b - a);

describe('ScoredPositions', () => {
  it('adds up the weights of the lists that contain a position', () => {
    const scores = scored([2, 9000, 5000], [1, 9000, 7000, 3000, -4000], [8, 11_000], [1]);
    expect(sums(scores)).toEqual({ 11000: 8, 9000: 3, 5000: 2, 7000: 1, 3000: 1, '-4000': 1 });
  });

  it('adds a weight only to known positions', () => {
    const scores = scored([1, 9000, 7000, 5000, 3000]);
    scores.addToKnown(Float64Array.from([9500, 9000, 8000, 3000, 2000]), 4);
    expect(sums(scores)).toEqual({ 9000: 5, 7000: 1, 5000: 1, 3000: 5 });
    const empty = new ScoredPositions();
    empty.addToKnown(Float64Array.from([1]), 1);
    expect(empty.best(1)).toEqual([]);
  });

  it('adds a weight to the few known positions of a long list', () => {
    const even = Array.from({ length: 100 }, (_, at) => 1000 - 2 * at);
    const scores = scored([1, 2000, 1000, 951, 950, 802, 1]);
    scores.addToKnown(Float64Array.from(even), 4);
    expect(sums(scores)).toEqual({ 2000: 1, 1000: 5, 951: 1, 950: 5, 802: 5, 1: 1 });
  });

  it('knows whether enough positions have a higher relevance', () => {
    const scores = scored([2, 9000, 5000, 3000], [1, 9000, 5000]);
    expect(scores.hasBetter(2, 2)).toBe(true);
    expect(scores.hasBetter(2, 3)).toBe(false);
    expect(scores.hasBetter(3, 1)).toBe(false);
    expect(scores.hasBetter(1, 4)).toBe(false);
    expect(new ScoredPositions().hasBetter(0, 1)).toBe(false);
  });

  it('finds the best among many, the newest of equal ones', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => (5_000 - at) * 1000);
    const scores = scored([1, ...many], [1, 500_000, 1000], [1, 1000]);
    expect(positions(scores, 4)).toEqual([5_000_000, 4_999_000, 500_000, 1000]);
  });

  it('returns every position that equals the last one in sum and time', () => {
    const sameTime = Array.from({ length: 40 }, (_, at) => 3040 - at);
    const scores = scored([1, 9000, ...sameTime, 2000, 1000]);
    expect(positions(scores, 1)).toEqual([9000]);
    expect(positions(scores, 2)).toHaveLength(41);
    expect(positions(scores, 42)).toHaveLength(42);
  });
});
