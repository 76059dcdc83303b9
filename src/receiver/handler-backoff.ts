/** Milliseconds to wait after the n-th failure of a handler: 1 s, 4 s, 16 s, … up to five minutes. */
export function handlerBackoff(failures: number): number {
  return Math.min(1000 * 4 ** (failures - 1), 300_000);
}
