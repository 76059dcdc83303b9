/** Alternated rounds, and what is said of their figures. */

/**
 * Measures each contender once in every round, one after the other, so that whatever else the
 * machine does meets them alike.
 *
 * @param contenders functions by name, each resolving with one figure
 * @returns a list of figures by name, one for each round
 */
export async function alternate(contenders, rounds) {
  const figures = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(contenders)) {
      figures[name].push(await measure(round));
    }
  }
  return figures;
}

/** The same figures, each turned into another. */
export function of(figures, turn) {
  return Object.fromEntries(
    Object.entries(figures).map(([name, values]) => [name, values.map(turn)]),
  );
}

/** Median, smallest and largest, with four digits that count. */
export function spread(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
  const rounded = (value) => Number(value.toPrecision(4));
  return { median: rounded(median), min: rounded(sorted[0]), max: rounded(sorted.at(-1)) };
}

/** The spread of the ratios within each round. */
export function ratios(figures, name, to) {
  return spread(figures[name].map((value, round) => value / figures[to][round]));
}

/** Of sorted or unsorted values, the smallest that so large a share does not exceed. */
export function percentile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1];
}
