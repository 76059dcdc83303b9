/** Milliseconds of a monotonic clock. `performance.now()` would load another of Node's modules. */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
