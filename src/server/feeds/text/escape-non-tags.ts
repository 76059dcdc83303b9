import { ELEMENTS } from './html-elements.ts';

/** A `<` and what follows up to the next angle bracket: no two overlap, so one look is linear. */
const PIECE = /<[^<>]*/g;
/** An attribute this near to its tag's name (UTF-16 code units) shows that it is a tag's. */
const ATTRIBUTE_RANGE = 200;

const MARKUP = /^<(?:\/[a-z]|[!?][a-z]|!--|!\[CDATA\[)/i;
const OPENING = /^<([a-z][\w.-]*(?::[a-z][\w.-]*)?)(?=[\s/]|$)(.*)$/is;

/**
 * HTML in which each `<` that opens no tag is escaped: to a tokenizer `<CCR>` and `<joe@a.example>`
 * are tags like any other, to a reader of news they are text.
 */
export function withoutFalseTags(html: string): string {
  // Beyond it no tag is closed.
  const lastEnd = html.lastIndexOf('>');
  return html.replace(PIECE, (piece, at: number) => {
    const next = html.charAt(at + piece.length);
    return isMarkup(piece, next, at < lastEnd) ? piece : `&lt;${piece.slice(1)}`;
  });
}

function isMarkup(piece: string, next: string, closed: boolean): boolean {
  if (MARKUP.test(piece)) return true;
  const opening = OPENING.exec(piece);
  if (!opening) return false;
  const [, name = '', rest = ''] = opening;
  const attribute = rest.slice(0, ATTRIBUTE_RANGE).includes('=');
  const known = ELEMENTS.has(name.toLowerCase()) || /[:-]/.test(name);
  if (!closed) return known && attribute;
  if (rest === '' && next === '<') return false;
  // A name that HTML lacks counts as an element where it is written like one.
  return known || attribute || rest.endsWith('/');
}
