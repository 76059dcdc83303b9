import { expect, it } from 'vitest';
import { figuresBySize, spreadsBySize } from '../../../bench/harness/by-size.js';
import { atMost } from '../../../bench/harness/target.js';

const series = { time: { what: 'one item', unit: 'ms', targets: { 2000: atMost(5) } } };

it('describes a figure for each series and size', () => {
  const { time1000, time2000 } = figuresBySize(series, [1000, 2000], 'monitors');
  expect(time1000).toMatchObject({ what: 'one item, 1,000 monitors', series: 'time', size: 1000 });
  expect(time1000?.target).toBeUndefined();
  expect(time2000?.target).toEqual({ value: 5, sign: '≤' });
});

it('names the spreads of measured values like the figures', () => {
  const measured = { 1000: [{ time: 1 }, { time: 3 }], 2000: [{ time: 4 }, { time: 6 }] };
  const spreads = spreadsBySize(['time'], measured);
  expect(spreads['time2000']).toEqual({ median: 5, min: 4, max: 6 });
  expect(Object.keys(spreads)).toEqual(Object.keys(figuresBySize(series, [1000, 2000], 'items')));
});
