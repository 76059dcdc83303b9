/** Milliseconds by a clock that nobody sets. Node's `performance` would be loaded for it. */
export function elapsed(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
