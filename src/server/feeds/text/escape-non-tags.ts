import { htmlElements } from './html-elements.ts';

/** A `<` and the text up to the next angle bracket. Matches never overlap, so scanning is linear. */
const candidate = /<[^<>]*/g;
/** UTF-16 code units after a tag name within which an `=` counts as an attribute. */
const attributeRange = 200;

const endTagOrMarkup = /^<(?:\/[a-z]|[!?][a-z]|!--|!\[CDATA\[)/i;
const startTag = /^<([a-z][\w.-]*(?::[a-z][\w.-]*)?)(?=[\s/]|$)(.*)$/is;

/**
 * Escapes each `<` that does not begin an HTML tag. An HTML tokenizer would take `<CCR>` and
 * `<joe@a.example>` for tags; in news they are text.
 */
export function escapeNonTags(html: string): string {
  const lastEnd = html.lastIndexOf('>');
  return html.replace(candidate, (text, at: number) => {
    const next = html.charAt(at + text.length);
    return isMarkup(text, next, at < lastEnd) ? text : `&lt;${text.slice(1)}`;
  });
}

/** @param canClose whether a `>` follows anywhere */
function isMarkup(text: string, next: string, canClose: boolean): boolean {
  if (endTagOrMarkup.test(text)) return true;
  const tag = startTag.exec(text);
  if (!tag) return false;
  const [, name = '', rest = ''] = tag;
  const hasAttribute = rest.slice(0, attributeRange).includes('=');
  const isKnown = htmlElements.has(name.toLowerCase()) || /[:-]/.test(name);
  if (!canClose) return isKnown && hasAttribute;
  if (rest === '' && next === '<') return false;
  // An unknown name counts as an element if it has an attribute or closes itself.
  return isKnown || hasAttribute || rest.endsWith('/');
}
