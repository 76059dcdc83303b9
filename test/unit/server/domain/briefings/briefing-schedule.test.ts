import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BriefingSettings,
  briefingPeriod,
  nextBriefing,
} from '../../../../../src/server/domain/briefings/briefing-schedule.ts';

const hour = 3_600_000;
const day = 24 * hour;

function settings(changes: Partial<BriefingSettings> = {}): BriefingSettings {
  return {
    time_zone: 'UTC',
    briefing: 'daily',
    briefing_time: '07:00',
    briefing_day: 'monday',
    ...changes,
  };
}

/** The times of briefings after a time, in UTC. */
function next(changes: Partial<BriefingSettings>, from: string, count: number): string[] {
  const times: string[] = [];
  let now = Date.parse(from);
  let last: number | null = null;
  while (times.length < count) {
    const time = nextBriefing(settings(changes), now, last);
    if (time === undefined) break;
    times.push(new Date(time).toISOString().slice(0, 16));
    [now, last] = [time, time];
  }
  return times;
}

describe('the next briefing', () => {
  it.each([
    ['later today', {}, '2026-11-20T06:59:59Z', ['2026-11-20T07:00', '2026-11-21T07:00']],
    ['tomorrow, if it is due now', {}, '2026-11-20T07:00:00Z', ['2026-11-21T07:00']],
    [
      'on the day of the week',
      { briefing: 'weekly', briefing_day: 'friday' },
      '2026-11-20T07:00:00Z',
      ['2026-11-27T07:00', '2026-12-04T07:00'],
    ],
    [
      'today, if this is the day of the week',
      { briefing: 'weekly', briefing_day: 'friday' },
      '2026-11-20T06:00:00Z',
      ['2026-11-20T07:00'],
    ],
    ['never, if they are off', { briefing: 'off' }, '2026-11-20T06:00:00Z', []],
    [
      'on the local day, west of UTC',
      { time_zone: 'Pacific/Honolulu', briefing: 'weekly', briefing_time: '20:00' },
      '2026-11-20T06:00:00Z',
      ['2026-11-24T06:00'],
    ],
    [
      'on the local day, east of UTC',
      { time_zone: 'Pacific/Kiritimati', briefing: 'weekly' },
      '2026-11-20T06:00:00Z',
      ['2026-11-22T17:00'],
    ],
    [
      'at quarter hours from UTC',
      { time_zone: 'Asia/Kathmandu' },
      '2026-11-20T06:00:00Z',
      ['2026-11-21T01:15'],
    ],
    [
      'at the same local time after clocks change',
      { time_zone: 'Europe/Berlin' },
      '2026-10-24T06:00:00Z',
      ['2026-10-25T06:00', '2026-10-26T06:00'],
    ],
    [
      'an hour later, if clocks skip its time',
      { time_zone: 'Europe/Berlin', briefing_time: '02:30' },
      '2027-03-27T12:00:00Z',
      ['2027-03-28T01:30', '2027-03-29T00:30'],
    ],
    [
      'once, if its time comes twice',
      { time_zone: 'Europe/Berlin', briefing_time: '02:30' },
      '2026-10-24T12:00:00Z',
      ['2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'once, if a whole day is skipped',
      { time_zone: 'Pacific/Apia' },
      '2011-12-28T20:00:00Z',
      ['2011-12-29T17:00', '2011-12-30T17:00'],
    ],
  ] as const)('%s', (_, changes, from, expected) => {
    expect(next(changes, from, expected.length || 1)).toEqual(expected);
  });

  it('is tomorrow if the settings change after the one of today', () => {
    const last = Date.parse('2026-11-20T07:00:00Z');
    const later = settings({ briefing_time: '09:00' });
    expect(nextBriefing(later, last + hour, last)).toBe(last + day + 2 * hour);
    const weekly = settings({ briefing: 'weekly', briefing_day: 'friday', briefing_time: '09:00' });
    expect(nextBriefing(weekly, last + hour, last)).toBe(last + 7 * day + 2 * hour);
  });

  it('is once on each local day, at the local time, in every time zone', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 24 * 60 - 1 }),
        fc.date({ min: new Date('2015-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        (time_zone, minutes, start) => {
          const briefing_time = [Math.floor(minutes / 60), minutes % 60]
            .map((part) => String(part).padStart(2, '0'))
            .join(':');
          const local = new Intl.DateTimeFormat('sv', {
            timeZone: time_zone,
            dateStyle: 'short',
            timeStyle: 'short',
          });
          let now = start.getTime();
          let last: number | null = null;
          for (let briefing = 1; briefing <= 10; briefing += 1) {
            const time: number =
              nextBriefing(settings({ time_zone, briefing_time }), now, last) ?? Number.NaN;
            const [date, timeOfDay] = local.format(time).split(' ');
            if (last !== null) {
              const days = Date.parse(date ?? '') - Date.parse(local.format(last).slice(0, 10));
              expect({ date, days }).toEqual({ date, days: day });
            }
            // If clocks skip the time, it comes up to an hour later.
            if (timeOfDay !== briefing_time) {
              expect(local.format(time - hour) < `${date} ${briefing_time}`).toBe(true);
              expect((timeOfDay ?? '') > briefing_time).toBe(true);
            }
            [now, last] = [time, time];
          }
        },
      ),
      // Amman skipped the midnight at which 1 April 2016 began.
      { numRuns: 100, examples: [['Asia/Amman', 0, new Date('2016-03-21T22:00:00Z')]] },
    );
  });
});

describe('the period of a briefing', () => {
  const due = Date.parse('2026-11-20T07:00:00Z');
  const from = (time: number) => new Date(time).toISOString().slice(0, 16);

  function period(changes: Partial<BriefingSettings>, now: number, lastEnd: number | null) {
    const result = briefingPeriod(settings(changes), { due, now, lastEnd });
    return [from(result.from), from(result.to)];
  }

  it('starts at the end of the last one', () => {
    expect(period({}, due + 500, due - 3 * hour)).toEqual(['2026-11-20T04:00', '2026-11-20T07:00']);
  });

  it.each([
    ['a day', {}, '2026-11-19T07:00'],
    ['a week', { briefing: 'weekly', briefing_day: 'friday' }, '2026-11-13T07:00'],
  ] as const)('is %s if it is the first', (_, changes, start) => {
    expect(period(changes, due + 500, null)).toEqual([start, '2026-11-20T07:00']);
  });

  it('has 23 hours on the day on which clocks go forward', () => {
    const to = Date.parse('2027-03-28T05:00:00Z');
    const berlin = settings({ time_zone: 'Europe/Berlin' });
    expect(briefingPeriod(berlin, { due: to, now: to, lastEnd: null })).toEqual({
      from: to - 23 * hour,
      to,
    });
  });

  it('ends at the last time that was missed', () => {
    expect(period({}, due + 3 * day + 5 * hour, due - day)).toEqual([
      '2026-11-19T07:00',
      '2026-11-23T07:00',
    ]);
  });

  it('has at most 31 days', () => {
    expect(period({}, due, due - 100 * day)).toEqual(['2026-10-20T07:00', '2026-11-20T07:00']);
  });
});
