/** A power of two, so that the divisions are exact. */
const buckets = 1024;

/**
 * The highest of some integers that at least `n` of them reach; the lowest one if there are fewer. It takes
 * a few passes over them, which is faster than sorting.
 *
 * @param values at least 0
 */
export function nthHighest(values: ArrayLike<number>, n: number): number {
  let max = 0;
  for (let at = 0; at < values.length; at += 1) max = Math.max(max, values[at] as number);
  let width = 1;
  while (width * buckets <= max) width *= buckets;
  const counts = new Int32Array(buckets);
  /** The result is at least this and below it plus `width * buckets`. */
  let low = 0;
  /** How many values of this range the result must be reached by. */
  let rank = Math.max(Math.min(n, values.length), 1);
  for (;;) {
    counts.fill(0);
    const end = low + width * buckets;
    const share = 1 / width;
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at] as number;
      if (value < low || value >= end) continue;
      const bucket = Math.trunc((value - low) * share);
      counts[bucket] = (counts[bucket] as number) + 1;
    }
    let bucket = buckets - 1;
    while (bucket > 0 && rank > (counts[bucket] as number)) rank -= counts[bucket--] as number;
    low += bucket * width;
    if (width === 1) return low;
    width /= buckets;
  }
}
