const unitInMilliseconds: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** A time ago (`30m`, `24h`, `7d`, `2w`) as RFC 3339; any other text as it is. */
export function sinceFrom(text: string, now: number): string {
  const match = /^(\d{1,5})([mhdw])$/.exec(text);
  const unit = unitInMilliseconds[match?.[2] ?? ''];
  if (!match || unit === undefined) return text;
  return new Date(now - Number(match[1]) * unit).toISOString();
}
