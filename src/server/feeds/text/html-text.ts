import { decodeHTML } from 'entities';
import { tagEnd } from '../formats/tag-end.ts';
import { ELEMENTS, HIDDEN_ELEMENTS, INLINE_ELEMENTS } from './html-elements.ts';

const TAG_NAME = /<(\/?)([a-z][\w.-]*(?::[a-z][\w.-]*)?)(?=[\s/>]|$)/iy;

/** Where a tag has no end, an attribute this near to its name shows that it is one. */
const CUT_TAG = 200;

/** What stands at a `<`: the text it contributes, and where reading goes on. */
interface Markup {
  text: string;
  end: number;
}

/**
 * The text of HTML: tags, comments, scripts and styles go, entities are decoded once, block
 * elements part words. A `<` that opens nothing HTML knows is text, so that `1 < 2` and a ticker
 * such as `<CCR>` stay. What is returned may contain `<`: it is text, for a page to escape.
 */
export function htmlText(html: string): string {
  const parts: string[] = [];
  // Beyond it nothing closes: looked up once, so that a text of `<` alone takes no quadratic time.
  const lastEnd = html.lastIndexOf('>');
  let at = 0;
  for (;;) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    parts.push(html.slice(at, open));
    const { text, end } = markupAt(html, open, lastEnd);
    parts.push(text);
    at = end;
  }
  parts.push(html.slice(at));
  return decodeHTML(parts.join(''));
}

function markupAt(html: string, open: number, lastEnd: number): Markup {
  if (html.startsWith('<!--', open)) return { text: '', end: after(html, '-->', open + 4) };
  // Escaped twice by its publisher: the section's content is the text.
  if (html.startsWith('<![CDATA[', open)) {
    const end = html.indexOf(']]>', open);
    return {
      text: html.slice(open + 9, end === -1 ? html.length : end),
      end: after(html, ']]>', open),
    };
  }
  if (/^<[!?][a-z]/i.test(html.slice(open, open + 3))) {
    return { text: '', end: after(html, '>', open) };
  }
  return tagAt(html, open, lastEnd) ?? { text: '<', end: open + 1 };
}

function tagAt(html: string, open: number, lastEnd: number): Markup | undefined {
  TAG_NAME.lastIndex = open;
  const match = TAG_NAME.exec(html);
  const name = match?.[2]?.toLowerCase();
  if (!match || name === undefined) return undefined;
  const close = open > lastEnd ? -1 : tagEnd(html, TAG_NAME.lastIndex);
  const end = close === -1 ? html.length : close + 1;
  const inside = html.slice(
    TAG_NAME.lastIndex,
    close === -1 ? TAG_NAME.lastIndex + CUT_TAG : close,
  );
  const closing = match[1] === '/';
  if (!closing && !isElement(name, inside, close !== -1)) return undefined;
  if (!closing && HIDDEN_ELEMENTS.has(name) && !inside.endsWith('/')) {
    return { text: ' ', end: afterElement(html, name, end) };
  }
  return { text: INLINE_ELEMENTS.has(name) ? '' : ' ', end };
}

/** A name that HTML lacks counts as an element where it is written like one. */
function isElement(name: string, inside: string, closed: boolean): boolean {
  if (!closed) return inside.includes('=');
  return ELEMENTS.has(name) || /[:-]/.test(name) || inside.includes('=') || inside.endsWith('/');
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at === -1 ? html.length : at + mark.length;
}

function afterElement(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  const match = closing.exec(html);
  return match ? after(html, '>', match.index) : html.length;
}
