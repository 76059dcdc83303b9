/** Figures of rows that measure the same at several sizes, to show how cost grows. */
import { mapFigures, spread } from './rounds.js';

export const nameOf = (series, size) => `${series}${size}`;

/**
 * A figure for each series and size.
 *
 * @param series by name: `what`, `unit`, `label` in the chart, `targets` and `bounds` by size
 * @param counted what the size counts, such as `items`
 */
export function figuresBySize(series, sizes, counted) {
  return Object.fromEntries(
    Object.entries(series).flatMap(([name, { what, unit, label, targets, bounds }]) =>
      sizes.map((size) => [
        nameOf(name, size),
        {
          what: `${what}, ${size.toLocaleString('en')} ${counted}`,
          unit,
          target: targets?.[size],
          bound: bounds?.[size],
          series: name,
          label,
          size,
        },
      ]),
    ),
  );
}

/**
 * The spreads of those figures.
 *
 * @param measured by size, for each round an object with a value for each series
 */
export function spreadsBySize(names, measured) {
  const entries = names.flatMap((name) => {
    const bySize = mapFigures(measured, (each) => each[name]);
    return Object.entries(bySize).map(([size, values]) => [nameOf(name, size), spread(values)]);
  });
  return Object.fromEntries(entries);
}
