/** The three forms of an HTTP date begin so (RFC 9110, section 5.6.7). */
const httpDate = /^[A-Z][a-z]{2,8},? /;

/**
 * Milliseconds from `now` on that a Retry-After header asks for: seconds or an HTTP date (RFC 9110,
 * section 10.2.3). `undefined` where nothing usable is said.
 *
 * @param now milliseconds since the epoch
 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  if (!httpDate.test(header)) return undefined;
  // The oldest form names no zone and means GMT all the same.
  const date = Date.parse(header.endsWith(' GMT') ? header : `${header} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}
