import { offsetZone, type ToTime } from './time-zones.ts';

/** A date and time as it is written. */
export interface CalendarDate {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour?: number;
  minute?: number;
  second?: number;
  millisecond?: number;
  /** Default: UTC. */
  zone?: ToTime | undefined;
}

/** The milliseconds since the epoch; `undefined` if there is no such day or time. */
export function calendarTime({
  year,
  month,
  day,
  hour = 0,
  minute = 0,
  second = 0,
  millisecond = 0,
  zone = offsetZone(0),
}: CalendarDate): number | undefined {
  // A leap second is read as the next second, and 24:00 as the end of the day (ISO 8601).
  const isEndOfDay = hour === 24 && minute === 0 && second === 0 && millisecond === 0;
  if (year < 1000 || (hour > 23 && !isEndOfDay) || minute > 59 || second > 60) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return zone(date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000) + millisecond;
}

/** The milliseconds of a decimal fraction of a second. */
export function fractionMilliseconds(digits = ''): number {
  return Number(digits.slice(0, 3).padEnd(3, '0'));
}
