import { expect, it } from 'vitest';
import { timestampHint } from '../../../../src/webhooks/explain/timestamp-hint.ts';

const clock = (distance: number, side: string, zone = '') =>
  `the timestamp is ${distance} s ${side} the receiver's clock: a clock is wrong, or an old request was repeated${zone && `; this may be a time zone error of ${zone} h`}`;

it.each([
  [301, clock(301, 'behind')],
  [-301, clock(301, 'ahead of')],
  [869, clock(869, 'behind')],
  [870, clock(870, 'behind', '0.25')],
  [930, clock(930, 'behind', '0.25')],
  [931, clock(931, 'behind')],
  [-3600, clock(3600, 'ahead of', '1')],
  [14 * 3600, clock(50_400, 'behind', '14')],
  [14.25 * 3600, clock(51_300, 'behind')],
])('explains a difference of %d s', (skew, message) => {
  expect(timestampHint('1795176000', skew, 300)).toEqual({
    code: skew > 0 ? 'timestamp_too_old' : 'timestamp_too_new',
    proven: false,
    message,
  });
});

it.each([0, 300, -300])('has no hint for a difference of %d s', (skew) => {
  expect(timestampHint('1795176000', skew, 300)).toBeUndefined();
});

it('has no time zone hint for a difference of seconds', () => {
  expect(timestampHint('1795176000', 20, 10)?.message).toBe(clock(20, 'behind'));
});

it.each([
  ['1795176000000000', 'the timestamp has 16 digits: microseconds are not supported'],
  ['1795176000000000000', 'the timestamp has 19 digits: nanoseconds are not supported'],
  ['179517600', 'the timestamp has 9 digits, but must have 10 or 13'],
  ['2026-11-20T12:00:00', 'the timestamp has no time zone'],
  ['2026-11-20 12:00:00.5', 'the timestamp has no time zone'],
  [
    'x2026-11-20T12:00:00',
    'the timestamp must be seconds, milliseconds or RFC 3339 with a time zone',
  ],
  [
    '2026-11-20T12:00:00 noon',
    'the timestamp must be seconds, milliseconds or RFC 3339 with a time zone',
  ],
  ['2026-11-20', 'the timestamp must be seconds, milliseconds or RFC 3339 with a time zone'],
  ['x1795176000', 'the timestamp must be seconds, milliseconds or RFC 3339 with a time zone'],
  ['1795176000x', 'the timestamp must be seconds, milliseconds or RFC 3339 with a time zone'],
])('explains the malformed timestamp %s', (timestamp, message) => {
  expect(timestampHint(timestamp, undefined, 300)).toEqual({
    code: 'malformed_timestamp',
    proven: false,
    message,
  });
});
