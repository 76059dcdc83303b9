const rfc3339 =
  /^(?<date>\d{4}-\d{2}-\d{2})[Tt ](?<minute>\d{2}:\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d+))?(?<zone>[Zz]|[+-]\d{2}:\d{2})$/;

/** The times of RFC 3339 are in the years 0000 to 9999. In milliseconds. */
export const earliestTime = Date.parse('0000-01-01T00:00:00.000Z');
export const latestTime = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Parses an RFC 3339 time in any spelling of section 5.6: `t` and `z`, a space instead of `T`,
 * fractions of any length, `-00:00`. Leap seconds are valid at the end of a UTC month.
 *
 * @returns whole milliseconds since the epoch, rounded down; a leap second is the second before it,
 *   so that an inclusive lower bound includes everything of that time. `undefined` if the text has
 *   another format, or if there is no such time.
 */
export function parseRfc3339(text: string): number | undefined {
  const { date, minute, second, fraction = '', zone = '' } = rfc3339.exec(text)?.groups ?? {};
  const isLeap = second === '60';
  const local = Date.parse(`${date}T${minute}:${isLeap ? '59' : second}Z`);
  const offset = offsetOf(zone);
  // Date.parse turns 30 February into 2 March, and 24:00 into the next day.
  if (Number.isNaN(local) || !isSameDay(local, date) || offset === undefined) return undefined;
  const time = local - offset;
  if (isLeap && !isEndOfMonth(time)) return undefined;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return Math.min(Math.max(time + milliseconds, earliestTime), latestTime);
}

/** The offset from UTC in milliseconds; `undefined` if its hours or minutes are out of range. */
function offsetOf(zone: string): number | undefined {
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function isSameDay(time: number, date: string | undefined): boolean {
  return new Date(time).toISOString().slice(0, 10) === date;
}

/** Whether the next second starts a UTC month. */
function isEndOfMonth(time: number): boolean {
  return new Date(time + 1000).toISOString().slice(8, 19) === '01T00:00:00';
}
