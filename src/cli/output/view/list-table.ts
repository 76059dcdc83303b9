import { isolateText } from './isolate-text.ts';
import { cutText, textWidth } from './text-width.ts';

export interface Column {
  name: string;
  /** One for each row, without line breaks and control characters. */
  cells: readonly string[];
  /** Whether all cells are numbers, which are aligned on the right. */
  isNumeric: boolean;
  /** False for numbers, times, ids and URLs, which are useless if they are cut. */
  canBeCut: boolean;
}

export interface TableOptions {
  /** Columns of the terminal (default: unlimited). */
  width?: number | undefined;
  /** Makes the heading bold. */
  hasColor?: boolean;
  /** Isolates texts that are written from right to left, for terminals. */
  isolates?: boolean;
}

const gap = '  ';

/** A column is not cut to less; it is left out then. */
const minWidth = 8;

/** Texts up to this width, such as a status, are not what a table is read for. */
const maxLabelWidth = 16;

/** The part of the width that the main text has before a later column is shown. */
const mainShare = 3 / 8;

/**
 * Lays out a table with a heading. Within a width, wide columns are cut, the main text last, and if that does not
 * suffice, the last ones are left out. No line is wider, unless a single column is left that cannot be cut.
 *
 * @returns the names of the columns that were left out too
 */
export function listTable(columns: readonly Column[], options: TableOptions = {}) {
  const { width = Number.POSITIVE_INFINITY, hasColor, isolates } = options;
  const show = isolates ? isolateText : unchanged;
  const widths = fittingWidths(boundsOf(columns, width), width);
  const shown = columns.slice(0, widths.length);
  const line = (texts: readonly string[]) =>
    shown
      .map(({ isNumeric }, index) => {
        const { cut, space } = fitted(texts[index] ?? '', widths[index] ?? 0);
        return isNumeric ? space + cut : show(cut) + space;
      })
      .join(gap)
      .trimEnd();
  const heading = line(shown.map(({ name }) => name));
  const lines = [hasColor ? `\u001b[1m${heading}\u001b[22m` : heading];
  const rows = shown[0]?.cells.length ?? 0;
  for (let row = 0; row < rows; row += 1)
    lines.push(line(shown.map(({ cells }) => cells[row] ?? '')));
  return {
    text: `${lines.join('\n')}\n`,
    omitted: columns.slice(widths.length).map(({ name }) => name),
  };
}

interface Bounds {
  /** What the cells need. */
  natural: number;
  /** A column that would be narrower is left out, unless it is the first one. */
  minimum: number;
  /** Whether it is the text that the table is read for, such as a title. */
  isMain: boolean;
}

function boundsOf(columns: readonly Column[], limit: number): Bounds[] {
  const widths = columns.map(({ name, cells }) =>
    cells.reduce(
      (widest, cell) => Math.max(widest, textWidth(cell, limit)),
      textWidth(name, limit),
    ),
  );
  const main = columns.findIndex(
    ({ canBeCut }, index) => canBeCut && (widths[index] ?? 0) > maxLabelWidth,
  );
  return columns.map(({ canBeCut }, index) => {
    const natural = widths[index] ?? 0;
    const minimum = canBeCut ? Math.min(natural, minWidth) : natural;
    return { natural, minimum, isMain: index === main };
  });
}

/** The widths of the columns that fit. Other texts than the main one are cut first, to a fifth of the width. */
function fittingWidths(all: readonly Bounds[], width: number): number[] {
  const bounds = fitting(all, width);
  const [only] = bounds;
  if (bounds.length === 1 && only) {
    return [only.minimum < only.natural ? Math.min(only.natural, width) : only.natural];
  }
  const caps = { main: width, others: width };
  const capped = () =>
    bounds.map(({ natural, minimum, isMain }) =>
      Math.min(natural, Math.max(isMain ? caps.main : caps.others, minimum)),
    );
  let widths = bounds.map(({ natural }) => natural);
  const lower = (name: 'main' | 'others', least: number) => {
    for (; total(widths) > width && caps[name] > least; widths = capped()) caps[name] -= 1;
  };
  lower('others', width / 5);
  lower('main', width * mainShare);
  lower('others', 0);
  lower('main', 0);
  const rest = width - total(widths);
  const isCut = bounds.map(({ natural }, index) => natural > (widths[index] ?? 0));
  const main = bounds.findIndex(({ isMain }, index) => isMain && isCut[index]);
  const widened = main < 0 ? isCut.indexOf(true) : main;
  return widths.map((each, index) => (index === widened ? each + rest : each));
}

/** The first columns, as many as fit. */
function fitting(bounds: readonly Bounds[], width: number): readonly Bounds[] {
  let shown = bounds;
  const least = ({ natural, minimum, isMain }: Bounds) =>
    isMain && shown.at(-1)?.isMain !== true
      ? Math.max(minimum, Math.min(natural, width * mainShare))
      : minimum;
  while (shown.length > 1 && total(shown.map(least)) > width) shown = shown.slice(0, -1);
  return shown;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each, 0) + gap.length * (widths.length - 1);
}

function fitted(text: string, width: number): { cut: string; space: string } {
  const cut = cutText(text, width);
  return { cut, space: ' '.repeat(Math.max(0, width - textWidth(cut))) };
}

function unchanged(text: string): string {
  return text;
}
