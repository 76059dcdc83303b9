import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quietHoursEnd } from '../../../../../src/server/domain/monitors/quiet-hours.ts';

const minute = 60_000;

function endOf(quietHours: string, now: string, timeZone = 'UTC'): string | undefined {
  const end = quietHoursEnd(quietHours, timeZone, Date.parse(now));
  return end === undefined ? undefined : new Date(end).toISOString();
}

describe('quiet hours over midnight', () => {
  it.each([
    ['before', '2026-11-20T21:59:59.999Z', undefined],
    ['at their start', '2026-11-20T22:00:00Z', '2026-11-21T07:00:00.000Z'],
    ['in the evening', '2026-11-20T23:30:15Z', '2026-11-21T07:00:00.000Z'],
    ['in the morning', '2026-11-21T06:59:59.999Z', '2026-11-21T07:00:00.000Z'],
    ['at their end', '2026-11-21T07:00:00Z', undefined],
  ])('%s', (_, now, end) => {
    expect(endOf('22:00-07:00', now)).toBe(end);
  });
});

it('quiet hours within a day', () => {
  expect(endOf('12:00-13:30', '2026-11-20T12:10:00Z')).toBe('2026-11-20T13:30:00.000Z');
  expect(endOf('12:00-13:30', '2026-11-20T11:59:00Z')).toBeUndefined();
  expect(endOf('12:00-13:30', '2026-11-20T13:30:00Z')).toBeUndefined();
});

it('quiet hours until midnight', () => {
  expect(endOf('20:00-00:00', '2026-11-20T20:00:00Z')).toBe('2026-11-21T00:00:00.000Z');
  expect(endOf('20:00-00:00', '2026-11-21T00:00:00Z')).toBeUndefined();
});

it('quiet hours are in the time zone', () => {
  expect(endOf('22:00-07:00', '2026-11-20T21:30:00Z', 'Europe/Berlin')).toBe(
    '2026-11-21T06:00:00.000Z',
  );
  expect(endOf('22:00-07:00', '2026-11-20T17:00:00Z', 'Asia/Kathmandu')).toBe(
    '2026-11-21T01:15:00.000Z',
  );
});

describe('if the clocks change', () => {
  it.each([
    [
      'forward during the quiet hours',
      '22:00-07:00',
      '2026-03-28T21:00:00Z',
      '2026-03-29T05:00:00.000Z',
    ],
    [
      'back during the quiet hours',
      '22:00-07:00',
      '2026-10-24T20:00:00Z',
      '2026-10-25T06:00:00.000Z',
    ],
    ['forward over their end', '22:00-02:30', '2026-03-28T23:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['forward over all of them', '02:10-02:50', '2026-03-29T01:00:00Z', undefined],
    ['back, and they end twice', '22:00-02:30', '2026-10-24T23:00:00Z', '2026-10-25T00:30:00.000Z'],
    [
      'back, and they are quiet again',
      '22:00-02:30',
      '2026-10-25T01:10:00Z',
      '2026-10-25T01:30:00.000Z',
    ],
  ])('%s', (_, quietHours, now, end) => {
    expect(endOf(quietHours, now, 'Europe/Berlin')).toBe(end);
  });
});

describe('of any quiet hours, zone and time', () => {
  const times = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'Pacific/Apia',
  );
  const isQuiet = (from: string, to: string, zone: string, time: number) => {
    const local = new Date(time).toLocaleTimeString('sv-SE', { timeZone: zone }).slice(0, 5);
    return from < to ? from <= local && local < to : from <= local || local < to;
  };

  it('the end is the first minute that is not quiet', () => {
    const now = fc.date({
      min: new Date('2026-01-01T00:00:00Z'),
      max: new Date('2027-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(times, times, zones, now, (from, to, zone, date) => {
        fc.pre(from !== to);
        const time = date.getTime();
        const end = quietHoursEnd(`${from}-${to}`, zone, time);
        if (!isQuiet(from, to, zone, time)) return end === undefined;
        if (end === undefined || end <= time || end % minute !== 0) return false;
        const untilEnd = [time, end - minute, time + (end - time) / 2].filter((each) => each < end);
        return (
          !isQuiet(from, to, zone, end) &&
          untilEnd.every((each) => isQuiet(from, to, zone, Math.max(each, time)))
        );
      }),
      { numRuns: 500 },
    );
  });
});
