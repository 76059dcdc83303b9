import { expect, it } from 'vitest';
import {
  alternate,
  mapFigures,
  namesWithMoreRounds,
  percentile,
  ratios,
  spread,
} from '../../../bench/harness/rounds.js';

it('measures the contenders in turn, in every round', async () => {
  const calls: string[] = [];
  const contender = (name: string) => (round: number) => {
    calls.push(`${name}${round}`);
    return round;
  };
  const figures = await alternate({ a: contender('a'), b: contender('b') }, 2);
  expect(calls).toEqual(['a0', 'b0', 'a1', 'b1']);
  expect(figures).toEqual({ a: [0, 1], b: [0, 1] });
});

it('gives each figure and its round to a mapping', () => {
  const map = (value: number, round: number) => value * 10 + round;
  expect(mapFigures({ a: [3, 4] }, map)).toEqual({ a: [30, 41] });
});

it('reports the median, also of an even number of values, with four digits', () => {
  expect(spread([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
  expect(spread([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 });
  expect(spread([1.23456])).toEqual({ median: 1.235, min: 1.235, max: 1.235 });
});

it('takes ratios within rounds', () => {
  expect(ratios({ a: [2, 30], b: [1, 10] }, 'a', 'b')).toEqual({ median: 2.5, min: 2, max: 3 });
});

it('finds the smallest value that a share of the values does not exceed', () => {
  const values = Array.from({ length: 100 }, (_, n) => 100 - n);
  expect(percentile(values, 0.95)).toBe(95);
  expect(percentile([7], 0.5)).toBe(7);
});

it('finds the rows that fewer rounds would shorten', () => {
  const rows = [
    { name: 'long', settings: { rounds: 15 } },
    { name: 'short', settings: { rounds: 5 } },
    { name: 'exact', settings: {} },
  ];
  expect(namesWithMoreRounds(rows, 4)).toEqual(['long', 'short']);
  expect(namesWithMoreRounds(rows, 5)).toEqual(['long']);
  expect(namesWithMoreRounds(rows, 15)).toEqual([]);
});
