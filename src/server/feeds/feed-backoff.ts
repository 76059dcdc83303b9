const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Milliseconds to wait after so many failures in a row: one minute, doubling up to one hour, less
 * up to half of it by chance, so that feeds that failed together are not asked together.
 *
 * @param random in [0, 1)
 */
export function feedBackoff(failures: number, random: number): number {
  const full = Math.min(MINUTE * 2 ** (failures - 1), HOUR);
  return Math.round(full * (1 - random / 2));
}
