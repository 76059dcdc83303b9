import { parseRfc3339 } from '../contract/rfc3339.ts';

/**
 * Parses an `X-Service-Timestamp`, whose format the service does not specify: seconds (10 digits,
 * with an optional fraction), milliseconds (13 digits), or RFC 3339 with a time zone.
 *
 * @returns milliseconds since the epoch; `undefined` for any other format
 */
export function parseTimestamp(text: string): number | undefined {
  if (/^\d{10}(\.\d{1,9})?$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  return parseRfc3339(text);
}
