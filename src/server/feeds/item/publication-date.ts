import { calendarTime } from '../date/calendar-date.ts';
import { foldDate } from '../date/fold-date.ts';
import { isoDate, unixDate, utcTime } from '../date/numeric-date.ts';
import { UnclearDateError, wordedDate } from '../date/worded-date.ts';

/** Milliseconds since the epoch, or why a text is not a date, such as `does not exist`. */
export type ReadDate = { time: number } | { problem: string };

const maxLength = 100;

/**
 * Reads a date: ISO 8601 without weeks, RFC 5322, RFC 850, `ctime`, Unix seconds and milliseconds,
 * and what people write in the languages of the names of months. A missing time is midnight, a
 * missing zone UTC, and in ISO 8601 a missing month or day the first (W3C-DTF). Unlike that of
 * `Date.parse`, the result does not depend on the time zone of the machine.
 */
export function publicationDate(text: string): ReadDate {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return { problem: 'is too long' };
  const numeric = utcTime(trimmed) ?? unixDate(trimmed);
  if (numeric !== undefined) return { time: numeric };
  try {
    const date = isoDate(trimmed.toLowerCase()) ?? wordedDate(foldDate(trimmed));
    if (!date) return { problem: 'is not a date in a known form, such as 2026-05-06T07:08:09Z' };
    const time = calendarTime(date);
    return time === undefined ? { problem: 'does not exist' } : { time };
  } catch (error) {
    if (error instanceof UnclearDateError) return { problem: error.message };
    throw error;
  }
}
