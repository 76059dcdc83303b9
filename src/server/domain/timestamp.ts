/** Milliseconds since the epoch as RFC 3339 in UTC, the form of every time in an answer. */
export function moment(time: number): string {
  return new Date(time).toISOString();
}

export function momentOrNull(time: number | null): string | null {
  return time === null ? null : moment(time);
}
