import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { timeFrom, timeProblem } from '../../../../src/cli/run/time-value.ts';
import { parseRfc3339 } from '../../../../src/contract/rfc3339.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const zone = process.env['TZ'];

afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

it.each([
  ['30m', '2026-11-20T11:30:00.000Z'],
  ['24h', '2026-11-19T12:00:00.000Z'],
  ['7d', '2026-11-13T12:00:00.000Z'],
  ['2w', '2026-11-06T12:00:00.000Z'],
])('%s is a time ago', (text, time) => {
  expect(timeFrom(text, 'start', now)).toBe(time);
  expect(timeFrom(text, 'end', now)).toBe(time);
});

describe('a day is in the local time zone', () => {
  it.each([
    ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
    ['Asia/Kolkata', '2026-11-20', '2026-11-19T18:30:00.000Z', '2026-11-20T18:29:59.999Z'],
    ['Pacific/Kiritimati', 'today', '2026-11-20T10:00:00.000Z', '2026-11-21T09:59:59.999Z'],
    ['Pacific/Kiritimati', 'yesterday', '2026-11-19T10:00:00.000Z', '2026-11-20T09:59:59.999Z'],
    // 25 and 23 hours long.
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    // Starts at 01:00, because the clock is set at midnight.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
    ['America/Santiago', '2026-09-05', '2026-09-05T04:00:00.000Z', '2026-09-06T03:59:59.999Z'],
    ['UTC', '2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
    ['UTC', '0050-01-01', '0050-01-01T00:00:00.000Z', '0050-01-01T23:59:59.999Z'],
    // Beyond the years that RFC 3339 can write.
    ['Asia/Tokyo', '0000-01-01', '0000-01-01T00:00:00.000Z', undefined],
    ['America/New_York', '9999-12-31', undefined, '9999-12-31T23:59:59.999Z'],
  ])('%s: %s', (zone, text, start, end) => {
    process.env['TZ'] = zone;
    if (start) expect(timeFrom(text, 'start', now)).toBe(start);
    if (end) expect(timeFrom(text, 'end', now)).toBe(end);
  });

  it('and ends where the next one starts, in any zone', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const noon = { min: new Date('1970-01-02'), max: new Date('2100-01-01'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.date(noon), (zone, date) => {
        process.env['TZ'] = zone;
        const day = date.toISOString().slice(0, 10);
        const next = new Date(date.getTime() + 86_400_000).toISOString().slice(0, 10);
        const end = Date.parse(timeFrom(day, 'end', now));
        expect(end + 1).toBe(Date.parse(timeFrom(next, 'start', now)));
      }),
    );
  });
});

it.each([
  '2026-11-20T09:30:00Z',
  '2026-02-30',
  '2026-13-01',
  '2026-11-20T09:30:00',
  '26-11-20',
  '2026-1-2',
  'tomorrow',
  '7',
  'h',
  '7 d',
  '-7d',
  '1.5h',
  '100000d',
  '',
])('%j is not converted', (text) => {
  expect(timeFrom(text, 'start', now)).toBe(text);
});

it('every text becomes an RFC 3339 time or stays as it is', () => {
  const date = fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d$/);
  fc.assert(
    fc.property(fc.oneof(date, fc.stringMatching(/^\d{1,6}[mhdw]$/), fc.string()), (text) => {
      const time = timeFrom(text, 'end', now);
      expect(time === text || parseRfc3339(time) !== undefined).toBe(true);
    }),
  );
});

it.each([
  ['2026-02-30', 'must be a date that exists'],
  [
    '2026-11-20T09:30:00',
    'must have seconds and a time zone: Z for UTC, or an offset such as +01:00',
  ],
  ['2026-11-20 09:30', 'must have seconds and a time zone: Z for UTC, or an offset such as +01:00'],
  ['1795168200', 'must be RFC 3339, not the time since 1970: 2026-11-20T09:50:00Z'],
  ['1795168200123', 'must be RFC 3339, not the time since 1970: 2026-11-20T09:50:00.123Z'],
  ['2026', undefined],
  ['soon', undefined],
])('%s: %s', (text, problem) => {
  expect(timeProblem(text)).toBe(problem);
});
