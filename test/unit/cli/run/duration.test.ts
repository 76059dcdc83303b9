import { expect, it } from 'vitest';
import { minutesFrom, sinceFrom } from '../../../../src/cli/run/duration.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

it.each([
  ['30m', '2026-11-20T11:30:00.000Z'],
  ['24h', '2026-11-19T12:00:00.000Z'],
  ['7d', '2026-11-13T12:00:00.000Z'],
  ['2w', '2026-11-06T12:00:00.000Z'],
])('%s is converted to a time', (text, time) => {
  expect(sinceFrom(text, now)).toBe(time);
});

it.each(['2026-11-20T09:30:00Z', 'yesterday', '7', 'h', '7 d', '-7d', '1.5h', '100000d'])(
  '%s is not converted',
  (text) => {
    expect(sinceFrom(text, now)).toBe(text);
  },
);

it.each([
  ['30m', '30'],
  ['2h', '120'],
  ['1d', '1440'],
  ['45', '45'],
  ['soon', 'soon'],
])('%s is %s minutes', (text, minutes) => {
  expect(minutesFrom(text)).toBe(minutes);
});
