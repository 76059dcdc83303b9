/** Milliseconds since the epoch as RFC 3339 in UTC, the form of every time in responses and events. */
export function toTimestamp(time: number): string {
  return new Date(time).toISOString();
}

export function toTimestampOrNull(time: number | null): string | null {
  return time === null ? null : toTimestamp(time);
}
