/** Milliseconds by a clock that nobody sets. Node's `performance` would be loaded for it. */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
