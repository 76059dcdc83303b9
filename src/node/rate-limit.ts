/** A maximum number of events in a window of time. */
export interface RateLimit {
  maximum: number;
  /** Duration of the window. */
  seconds: number;
}

/** Requests are counted by API key (or assistant), or by the address of the client. */
export type RateLimitKind = 'key' | 'address';

/** The default for each kind. */
export const defaultRateLimits: Readonly<Record<RateLimitKind, string>> = {
  key: '1000/10s',
  address: '3000/10s',
};

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/**
 * Reads a limit such as `600/1m`: so many in a window of up to a day. `Infinity` for `off`, `undefined` if
 * the text is neither.
 */
export function parseRateLimit(text: string): RateLimit | undefined {
  if (text === 'off') return { maximum: Number.POSITIVE_INFINITY, seconds: 1 };
  const [, maximum, count, unit = ''] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})([smh])$/.exec(text) ?? [];
  const seconds = Number(count) * (unitSeconds[unit] ?? Number.NaN);
  return seconds <= 86_400 ? { maximum: Number(maximum), seconds } : undefined;
}

/** Whether it is an object of limits by kind, such as `{ key: '600/1m', address: 'off' }`. */
export function areRateLimits(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(
    ([kind, text]) =>
      Object.hasOwn(defaultRateLimits, kind) &&
      (text === undefined || (typeof text === 'string' && parseRateLimit(text) !== undefined)),
  );
}
