import { isolateText } from './isolate-text.ts';
import type { TableOptions } from './list-table.ts';
import { cutText, textWidth, wrapText } from './text-width.ts';

/** A name and its text, which may have line breaks. */
type Entry = readonly [name: string, text: string];

const gap = '  ';

/** Lays out one object: a line for each name, followed by its text, which is wrapped. */
export function recordTable(
  entries: readonly Entry[],
  { width, hasColor, isolates }: TableOptions = {},
): string {
  const widest = Math.max(0, ...entries.map(([name]) => textWidth(name)));
  const nameWidth = width === undefined ? widest : Math.min(widest, Math.max(1, width >> 1));
  const textWidthLeft =
    width === undefined ? undefined : Math.max(2, width - nameWidth - gap.length);
  const lines = entries.flatMap(([name, text]) => {
    const shown = cutText(name, nameWidth);
    const label = hasColor ? `\u001b[1m${shown}\u001b[22m` : shown;
    const space = ' '.repeat(nameWidth - textWidth(shown));
    return text
      .split('\n')
      .flatMap((each) => linesOf(each.replaceAll('\t', ' '), textWidthLeft))
      .map((each) => (isolates ? isolateText(each) : each))
      .map((each, index) => (index === 0 ? label + space : ' '.repeat(nameWidth)) + gap + each)
      .map((each) => each.trimEnd());
  });
  return lines.map((each) => `${each}\n`).join('');
}

function linesOf(text: string, width: number | undefined): string[] {
  return width === undefined ? [text] : wrapText(text, width);
}
