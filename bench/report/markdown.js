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

export function verdict({ target }, { median }) {
  if (target === undefined) return '';
  return meets(target, median) ? 'met' : '**missed**';
}

/** Time in the largest unit that keeps it readable. */
export const timeText = (seconds) =>
  seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;

/** Names and values in a line. */
export const list = (values) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
