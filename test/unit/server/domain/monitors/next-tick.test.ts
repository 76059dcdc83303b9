import { expect, it } from 'vitest';
import { nextTick } from '../../../../../src/server/domain/monitors/next-tick.ts';

const minute = 60_000;
const tick = 1_000_000;

it.each([
  ['at the tick', 0, 5],
  ['shortly before the next one', 5 * minute - 1, 5],
  ['exactly at the next one', 5 * minute, 10],
  ['after missed ticks, in step with them', 17 * minute, 20],
  ['if the clock was set back', -60 * minute, 5],
])('the next tick is in the future: %s', (_when, elapsed, minutes) => {
  const monitor = { next_run_at: tick, every_minutes: 5 };
  expect(nextTick(monitor, tick + elapsed)).toBe(tick + minutes * minute);
});

it('the first tick is one interval from now', () => {
  expect(nextTick({ next_run_at: null, every_minutes: 60 }, tick)).toBe(tick + 60 * minute);
});
