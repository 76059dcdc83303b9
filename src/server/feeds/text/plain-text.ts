import { decodeHTMLStrict } from 'entities';
import { htmlText } from './html-text.ts';

/**
 * How a text was meant: `plain` as it stands, `html` as markup, `unsaid` where its format does not
 * tell: then it is markup if it is written like markup, else text whose entities are decoded.
 */
export type TextForm = 'plain' | 'html' | 'unsaid';

/** Markup beyond this many characters is not read: far more than any text that is kept. */
const MARKUP_LIMIT = 1_000_000;

/** A closing tag, a line break, a tag with an attribute, a comment: not a ticker such as `<DD>`. */
const LIKE_MARKUP =
  /<\/[a-zA-Z][\w:-]*\s*>|<(?:br|hr|p)\s*\/?>|<[a-zA-Z][\w:-]*\s[^<>=]*=[^<>]*>|<!--|<!\[CDATA\[/;
const SPACE = /[\s\u0085]+/gu;
/**
 * What nobody sees but a terminal or a model might obey: controls, halves of characters, marks that
 * reorder the text, tag characters, soft hyphens, zero-width spaces.
 */
const UNSEEN =
  /\ufeff|(?![\s\u0085])[\p{Cc}\p{Cs}\u00ad\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Most of English: nothing in it is unseen, and its spaces are single. */
const SEEN = /^[!-~]+(?: [!-~]+)*$/;

/** One line of inert text, never markup: see {@link TextForm} for what is undone. */
export function plainText(value: string, form: TextForm): string {
  const limited = value.slice(0, MARKUP_LIMIT);
  return oneLine(form === 'plain' ? limited : unmarked(limited, form));
}

function unmarked(value: string, form: 'html' | 'unsaid'): string {
  const markup = form === 'html' || (value.includes('<') && LIKE_MARKUP.test(value));
  return markup ? htmlText(value) : decodeHTMLStrict(value);
}

function oneLine(text: string): string {
  return SEEN.test(text) ? text : text.replace(UNSEEN, '').replace(SPACE, ' ').trim();
}
