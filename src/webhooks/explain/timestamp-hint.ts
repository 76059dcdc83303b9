import { counted } from '../../contract/counted.ts';
import type { SignatureFinding } from './signature-explanation.ts';

/**
 * Explains a timestamp that is malformed or too far from the receiver's clock.
 *
 * @param skewSeconds clock minus timestamp; `undefined` if the timestamp is malformed
 * @param tolerance in seconds
 * @returns `undefined` for a timestamp within the tolerance
 */
export function timestampHint(
  timestamp: string,
  skewSeconds: number | undefined,
  tolerance: number,
): SignatureFinding | undefined {
  if (skewSeconds === undefined) {
    return { code: 'malformed_timestamp', proven: false, message: formatHint(timestamp) };
  }
  const distance = Math.abs(skewSeconds);
  if (distance <= tolerance) return undefined;
  const [code, direction] =
    skewSeconds > 0
      ? (['timestamp_too_old', 'behind'] as const)
      : (['timestamp_too_new', 'ahead of'] as const);
  const message = `the timestamp is ${distance} s ${direction} the receiver's clock: a clock is wrong, or an old request was repeated${timeZoneHint(distance)}`;
  return { code, proven: false, message };
}

/** Time zones differ by multiples of 15 minutes, up to 14 hours. */
function timeZoneHint(seconds: number): string {
  const quarters = Math.round(seconds / 900);
  const isNearQuarter = quarters > 0 && Math.abs(seconds - quarters * 900) <= 30;
  if (!isNearQuarter || quarters > 56) return '';
  return `; this may be a time zone error of ${quarters / 4} h`;
}

function formatHint(timestamp: string): string {
  const digits = /^\d+$/.test(timestamp) ? timestamp.length : 0;
  if (digits === 16) return 'the timestamp has 16 digits: microseconds are not supported';
  if (digits === 19) return 'the timestamp has 19 digits: nanoseconds are not supported';
  if (digits > 0) return `the timestamp has ${counted(digits, 'digit')}, but must have 10 or 13`;
  if (/^\d{4}-\d{2}-\d{2}[T ][\d:.]+$/i.test(timestamp)) return 'the timestamp has no time zone';
  return 'the timestamp must be seconds, milliseconds or RFC 3339 with a time zone';
}
