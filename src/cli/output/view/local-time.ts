/** A time in RFC 3339. */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

export function isTime(text: string): boolean {
  return time.test(text) && !Number.isNaN(Date.parse(text));
}

/**
 * A time for people, such as `2026-11-20 09:30`, in the time zone of this process or in UTC; any other
 * text unchanged.
 */
export function localTime(text: string, { utc }: { utc: boolean }): string {
  if (!isTime(text)) return text;
  const date = new Date(text);
  // `toISOString` prints UTC, so the offset of the local time zone is added first.
  const shifted = utc ? date : new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16).replace('T', ' ') + (utc ? 'Z' : '');
}
