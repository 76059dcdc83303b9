/** Alternating rounds and their statistics. */
import { handleSignals } from './interruption.js';

/**
 * Measures each contender once in every round, in turn, so that other load on the machine affects all
 * of them alike.
 *
 * @param contenders functions by name, each resolving with one figure
 * @returns the figures of each contender, one for each round
 */
export async function alternate(contenders, rounds) {
  const figures = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(contenders)) {
      await handleSignals();
      figures[name].push(await measure(round));
    }
  }
  return figures;
}

/** Maps the figures of each contender; `map` gets a figure and its round. */
export function mapFigures(figures, map) {
  return Object.fromEntries(
    Object.entries(figures).map(([name, values]) => [
      name,
      values.map((value, round) => map(value, round)),
    ]),
  );
}

/** Median, minimum and maximum, with four significant digits. */
export function spread(values) {
  if (!values.every(Number.isFinite)) throw new Error(`not all figures are numbers: ${values}`);
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
  const rounded = (value) => Number(value.toPrecision(4));
  return { median: rounded(median), min: rounded(sorted[0]), max: rounded(sorted.at(-1)) };
}

/** The spread of the ratios taken within each round. */
export function ratios(figures, name, to) {
  return spread(figures[name].map((value, round) => value / figures[to][round]));
}

/** The smallest of the values that at least a share (0 to 1) of them does not exceed. */
export function percentile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1];
}

/** The names of the rows that are measured in more rounds by default. */
export const namesWithMoreRounds = (rows, rounds) =>
  rows.filter(({ settings }) => settings.rounds > rounds).map(({ name }) => name);
