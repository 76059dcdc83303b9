/** Parts of the pages as Markdown. */
import { meets, targetText } from '../harness/target.js';

const number = (value) => value.toLocaleString('en', { maximumSignificantDigits: 4 });

/** A table of cells. */
export const table = (head, lines) =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Median, minimum and maximum: `1.2 × (1.1 – 1.4)`. */
export function spreadText({ median, min, max }, unit) {
  const range = min === max ? '' : ` (${number(min)} – ${number(max)})`;
  return `${number(median)} ${unit}${range}`;
}

export const medianText = ({ median }, unit) => `${number(median)} ${unit}`;

export const targetCell = ({ target, unit }) =>
  target === undefined ? '' : targetText(target, unit);

/**
 * Whether a target is met on each version of Node.
 *
 * @param spreads the figure by major version
 */
export function verdict({ target }, spreads) {
  if (target === undefined || spreads.length === 0) return '';
  const missed = spreads.filter(({ spread }) => !meets(target, spread.median));
  if (missed.length === 0) return 'met';
  if (missed.length === spreads.length) return '**missed**';
  return `**missed** on Node ${missed.map(({ major }) => major).join(', ')}`;
}

/** Time in the largest unit that keeps it readable. */
export const timeText = (seconds) =>
  seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;

/** Names and values in a line. */
export const list = (values) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
