/** How often each row and each column of a sample occurs, if it has that many pairs. */
const minPairs = 4;

/**
 * Chooses pairs so that every row and every column has at least {@link minPairs} of them. The same
 * pairs are chosen each time.
 *
 * @param pairs the possible pairs
 */
export function samplePairs<Row, Column>(
  pairs: readonly (readonly [Row, Column])[],
): (readonly [Row, Column])[] {
  const counts = new Map<Row | Column, number>();
  const countOf = (value: Row | Column) => counts.get(value) ?? 0;
  const chosen = new Set<readonly [Row, Column]>();
  for (const side of [0, 1] as const) {
    const other = side === 0 ? 1 : 0;
    for (const value of new Set(pairs.map((pair) => pair[side]))) {
      const candidates = pairs.filter((pair) => pair[side] === value && !chosen.has(pair));
      candidates.sort((a, b) => countOf(a[other]) - countOf(b[other]));
      for (const pair of candidates.slice(0, Math.max(0, minPairs - countOf(value)))) {
        chosen.add(pair);
        for (const each of pair) counts.set(each, countOf(each) + 1);
      }
    }
  }
  return pairs.filter((pair) => chosen.has(pair));
}
