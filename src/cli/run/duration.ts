const unitInMilliseconds: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** The values of a flag for a time, besides RFC 3339. */
export const timeForms = 'a date such as 2026-11-20, today, yesterday, or a time ago such as 24h';

/** Parses `30m`, `24h`, `7d` or `2w` to milliseconds; `undefined` for any other text. */
export function durationOf(text: string): number | undefined {
  const match = /^(\d{1,5})([mhdw])$/.exec(text);
  const unit = unitInMilliseconds[match?.[2] ?? ''];
  return match && unit !== undefined ? Number(match[1]) * unit : undefined;
}

/** Converts a duration to minutes; returns any other text unchanged. */
export function minutesFrom(text: string): string {
  const duration = durationOf(text);
  return duration === undefined ? text : String(duration / 60_000);
}
