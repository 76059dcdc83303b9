import stringWidth from 'string-width';

/** Maximum UTF-16 code units of a grapheme that are shown. */
const maxGraphemeLength = 32;

/** Latin, Greek, Cyrillic and punctuation: one column each, and never combined. */
const narrow = String.raw`\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e`;

/** Kana, Han and Hangul: two columns each. */
const wide = String.raw`\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3`;

/** Text whose characters are graphemes of a known width, which need not be segmented. */
const simpleText = new RegExp(`^[${narrow}${wide}]*$`);
const wideCharacter = new RegExp(`^[${wide}]$`);
const narrowCharacter = new RegExp(`^[${narrow}]$`);

let segmenter: Intl.Segmenter | undefined;

/**
 * The columns that a text takes on a terminal.
 *
 * @param text without line breaks, tabs and control characters
 * @param limit the widest that matters; a wider text is counted only up to it
 */
export function textWidth(text: string, limit = Number.POSITIVE_INFINITY): number {
  let width = 0;
  for (const grapheme of graphemes(text, limit)) {
    if (width > limit) break;
    width += graphemeWidth(grapheme);
  }
  return width;
}

/** Cuts a text to a width of at least 1. A cut text ends with `…`. */
export function cutText(text: string, width: number): string {
  let start = '';
  let used = 0;
  // The longest start that leaves a column for the ellipsis.
  let cut = '';
  for (const grapheme of graphemes(text, width)) {
    used += graphemeWidth(grapheme);
    if (used > width) return `${cut}…`;
    start += grapheme;
    if (used < width) cut = start;
  }
  return start;
}

/** Divides a text into lines that fit into a width of 2 or more, between words if they fit. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (textWidth(longer, width) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = splitWord(word, width);
    line = pieces.pop() ?? '';
    lines.push(...pieces);
  }
  return [...lines, line];
}

function splitWord(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const grapheme of graphemes(word)) {
    const added = graphemeWidth(grapheme);
    if (used + added > width) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += grapheme;
    used += added;
  }
  return [...pieces, piece];
}

function graphemeWidth(grapheme: string): number {
  if (narrowCharacter.test(grapheme)) return 1;
  return wideCharacter.test(grapheme) ? 2 : stringWidth(grapheme);
}

/**
 * What a reader sees as characters.
 *
 * @param limit in columns; graphemes that are certainly beyond it may be left out
 */
function graphemes(text: string, limit = Number.POSITIVE_INFINITY): Iterable<string> {
  // Segmenting takes time for the whole text, even if only its start is used.
  const start = text.slice(0, (limit + 1) * maxGraphemeLength);
  return simpleText.test(start) ? start : segments(start);
}

function* segments(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) yield segment.slice(0, maxGraphemeLength);
}
