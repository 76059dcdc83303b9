/** The start of all three HTTP date formats (RFC 9110, section 5.6.7). */
const httpDate = /^[A-Z][a-z]{2,8},? /;

/**
 * Parses a `Retry-After` header, in seconds or as an HTTP date (RFC 9110, section 10.2.3).
 *
 * @param now milliseconds since the epoch
 * @returns milliseconds from `now`; `undefined` if the header is missing or invalid
 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  if (!httpDate.test(header)) return undefined;
  // The asctime format has no time zone; its times are in GMT.
  const date = Date.parse(header.replace(/( GMT)?$/, ' GMT'));
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}

/** Like {@link retryAfter}, in seconds from now. */
export function retryAfterSeconds(header: string | undefined): number | undefined {
  const delay = retryAfter(header, Date.now());
  return delay === undefined ? undefined : delay / 1000;
}
