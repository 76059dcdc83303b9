const unitInMilliseconds: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Milliseconds of `30m`, `24h`, `7d`, `2w`; `undefined` for any other text. */
function durationOf(text: string): number | undefined {
  const match = /^(\d{1,5})([mhdw])$/.exec(text);
  const unit = unitInMilliseconds[match?.[2] ?? ''];
  return match && unit !== undefined ? Number(match[1]) * unit : undefined;
}

/** A time ago as RFC 3339; any other text as it is. */
export function sinceFrom(text: string, now: number): string {
  const duration = durationOf(text);
  return duration === undefined ? text : new Date(now - duration).toISOString();
}

/** A duration as a number of minutes; any other text as it is. */
export function minutesFrom(text: string): string {
  const duration = durationOf(text);
  return duration === undefined ? text : String(duration / 60_000);
}
