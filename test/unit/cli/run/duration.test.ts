import { expect, it } from 'vitest';
import { minutesFrom } from '../../../../src/cli/run/duration.ts';

it.each([
  ['30m', '30'],
  ['2h', '120'],
  ['1d', '1440'],
  ['45', '45'],
  ['soon', 'soon'],
])('%s is %s minutes', (text, minutes) => {
  expect(minutesFrom(text)).toBe(minutes);
});
