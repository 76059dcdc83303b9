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

export const targetCell = ({ target, unit }) =>
  target === undefined ? '' : targetText(target, unit);

const onNode = (spreads) => `on Node ${spreads.map(({ major }) => major).join(', ')}`;

/**
 * Whether a target is met on each version of Node, and where the run before differs.
 *
 * @param spreads the figure by major version, of the newest run and the one before
 */
export function verdict({ target }, spreads) {
  if (target === undefined || spreads.length === 0) return '';
  const isMet = ({ median }) => meets(target, median);
  const missed = spreads.filter(({ spread }) => !isMet(spread));
  const some = missed.length < spreads.length ? ` ${onNode(missed)}` : '';
  const changed = spreads.filter(
    ({ spread, before }) => before !== undefined && isMet(before) !== isMet(spread),
  );
  const wasMet = changed.filter(({ before }) => isMet(before));
  const wasMissed = changed.filter(({ before }) => !isMet(before));
  return [
    missed.length === 0 ? 'met' : `**missed**${some}`,
    ...(wasMet.length === 0 ? [] : [`met in the run before ${onNode(wasMet)}`]),
    ...(wasMissed.length === 0 ? [] : [`missed in the run before ${onNode(wasMissed)}`]),
  ].join('; ');
}

/** Time in the largest unit that keeps it readable. */
export const timeText = (seconds) =>
  seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;

/** Names and values in a line. */
export const list = (values) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
