import { earliestTime, latestTime, parseRfc3339 } from '../../contract/rfc3339.ts';
import { durationOf } from './duration.ts';

/**
 * Converts `24h` (that long before `now`) and days to an RFC 3339 time; returns any other text
 * unchanged. A day is `2026-11-20`, `today` or `yesterday` in the local time zone.
 *
 * @param edge which end of a day: its first or its last millisecond
 */
export function timeFrom(text: string, edge: 'start' | 'end', now = Date.now()): string {
  const duration = durationOf(text);
  const time = duration === undefined ? edgeOf(text, now, edge) : now - duration;
  if (time === undefined) return text;
  return new Date(Math.min(Math.max(time, earliestTime), latestTime)).toISOString();
}

function edgeOf(text: string, now: number, edge: 'start' | 'end'): number | undefined {
  const day = dayOf(text, now);
  if (!day) return undefined;
  // Days differ in length, and a clock may be set at midnight.
  if (edge === 'end') day.setDate(day.getDate() + 1);
  day.setHours(0, 0, 0, 0);
  return edge === 'end' ? day.getTime() - 1 : day.getTime();
}

/** A time of the local day. */
function dayOf(text: string, now: number): Date | undefined {
  const day = new Date(now);
  day.setHours(12);
  if (text === 'today') return day;
  if (text === 'yesterday') {
    day.setDate(day.getDate() - 1);
    return day;
  }
  if (!isDate(text) || parseRfc3339(`${text}T00:00:00Z`) === undefined) return undefined;
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number);
  day.setFullYear(year, month - 1, date);
  return day;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** What is wrong with a text that is no time, if it is a common mistake. */
export function timeProblem(text: string): string | undefined {
  if (isDate(text)) return 'must be a date that exists';
  if (/^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text)) {
    return 'must have seconds and a time zone: Z for UTC, or an offset such as +01:00';
  }
  const seconds = /^\d{9,10}$/.test(text) ? Number(text) : undefined;
  const milliseconds = /^\d{12,13}$/.test(text) ? Number(text) : undefined;
  const epochTime = milliseconds ?? (seconds === undefined ? undefined : seconds * 1000);
  if (epochTime === undefined) return undefined;
  const time = new Date(epochTime).toISOString().replace('.000Z', 'Z');
  return `must be RFC 3339, not the time since 1970: ${time}`;
}
