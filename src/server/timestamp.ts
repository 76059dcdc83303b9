/** Formats milliseconds since the epoch as RFC 3339 in UTC, as in all responses and events. */
export function toTimestamp(time: number): string {
  return new Date(time).toISOString();
}

export function toTimestampOrNull(time: number | null): string | null {
  return time === null ? null : toTimestamp(time);
}
