const minute = 60_000;
const hour = 60 * minute;

/**
 * Milliseconds until a failed feed is polled again: one minute, doubled with each failure up to one
 * hour, minus a random part of up to half, so that feeds do not all retry at once.
 *
 * @param failures consecutive failures, at least 1
 * @param random in [0, 1)
 */
export function feedBackoff(failures: number, random: number): number {
  const full = Math.min(minute * 2 ** (failures - 1), hour);
  return Math.round(full * (1 - random / 2));
}
