import { type CalendarDate, fractionMilliseconds } from './calendar-date.ts';
import { numericZone } from './time-zones.ts';

const time =
  '(?<hour>\\d\\d)(?::?(?<minute>\\d\\d)(?::?(?<second>\\d\\d)(?:[.,](?<fraction>\\d{1,9}))?)?)?';
const zone = '(?<utc>z)|(?<sign>[+-])(?<zoneHour>\\d\\d)(?::?(?<zoneMinute>\\d\\d))?';

/** ISO 8601 with its basic forms, and W3C-DTF; a zone may be followed by its name in brackets. */
const isoDates: readonly RegExp[] = [
  '(?<year>[1-9]\\d{3})(?:-(?<month>\\d\\d))?',
  `(?<year>[1-9]\\d{3})-(?<month>\\d\\d)-(?<day>\\d\\d)(?:[t ]\\s?${time}\\s?(?:(?:${zone})(?:\\[[^\\]]*\\])?)?)?`,
  `(?<year>[1-9]\\d{3})(?<month>\\d\\d)(?<day>\\d\\d)(?:t?${time}(?:${zone})?)?`,
  `(?<year>[1-9]\\d{3})-(?<day>\\d{3})(?:t${time}(?:${zone})?)?`,
].map((source) => new RegExp(`^${source}$`));

const unixTime = /^(?<seconds>\d{9,10})(?:\.\d{1,9})?$|^(?<milliseconds>\d{12,13})$/;

const monthDay =
  '(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31';
const timeOfDay = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{3})?';
const utcForm = new RegExp(`^[1-9]\\d{3}-(?:${monthDay})T${timeOfDay}Z$`);

type Groups = Partial<Record<string, string>>;

/**
 * Reads ISO 8601 forms without weeks. A missing time is midnight, a missing month or day the first.
 *
 * @param text in lowercase
 */
export function isoDate(text: string): CalendarDate | undefined {
  for (const form of isoDates) {
    const parts: Groups | undefined = form.exec(text)?.groups;
    if (parts) return calendarDate(parts);
  }
  return undefined;
}

function calendarDate(parts: Groups): CalendarDate | undefined {
  const { sign, zoneHour = '', zoneMinute } = parts;
  const zone = sign === undefined ? undefined : numericZone(sign, zoneHour, zoneMinute);
  if (sign !== undefined && !zone) return undefined;
  const date = {
    year: Number(parts['year']),
    hour: Number(parts['hour'] ?? 0),
    minute: Number(parts['minute'] ?? 0),
    second: Number(parts['second'] ?? 0),
    millisecond: fractionMilliseconds(parts['fraction']),
    zone,
  };
  const day = Number(parts['day'] ?? 1);
  if (parts['day']?.length !== 3) return { ...date, month: Number(parts['month'] ?? 1), day };
  const ordinal = new Date(Date.UTC(date.year, 0, day));
  if (day === 0 || ordinal.getUTCFullYear() !== date.year) return undefined;
  return { ...date, month: ordinal.getUTCMonth() + 1, day: ordinal.getUTCDate() };
}

/**
 * Reads the form that most programs write, such as 2026-05-06T07:08:09.000Z, eight times as fast as
 * {@link isoDate}. Returns milliseconds.
 */
export function utcTime(text: string): number | undefined {
  return utcForm.test(text) ? Date.parse(text) : undefined;
}

/** Reads Unix seconds and milliseconds from 1973 to 2286. Returns milliseconds. */
export function unixDate(text: string): number | undefined {
  const groups = unixTime.exec(text)?.groups;
  if (!groups) return undefined;
  return groups['milliseconds'] === undefined
    ? Math.floor(Number(text) * 1000)
    : Number(groups['milliseconds']);
}
