import { decodeHTMLStrict } from 'entities';
import { htmlText } from './html-text.ts';
import { withoutLatin1Controls } from './windows-1252.ts';

/**
 * The format of a text. `unknown` text is read as HTML if it looks like HTML; otherwise only its
 * entities are decoded, twice if they are escaped twice.
 */
export type TextFormat = 'plain' | 'html' | 'unknown';

/** UTF-16 code units that are converted: far more than any stored text has. */
const maxInputLength = 1_000_000;

/** Signs of HTML: end tags, breaks, attributes, comments; but no ticker symbol such as `<DD>`. */
const htmlSigns =
  /<\/[a-zA-Z][\w:-]*\s*>|<(?:br|hr|p)\s*\/?>|<[a-zA-Z][\w:-]*\s[^<>=]*=[^<>]*>|<!--|<!\[CDATA\[/;
/** An entity that is left in text of an unknown format: it was escaped twice. */
const entity = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{2,6}|#x[\da-f]{2,5});/i;
const whitespace = /\s+/gu;
/**
 * Characters that are not displayed but may affect a terminal or a model: controls, surrogates,
 * bidirectional marks, tag characters, soft hyphens, zero-width spaces.
 */
const invisible =
  /\ufeff|(?!\s)[\p{Cc}\p{Cs}\u00ad\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Text that needs no cleaning: visible ASCII with single spaces, as most English text is. */
const clean = /^[!-~]+(?: [!-~]+)*$/;

/** Converts a text to one line of plain text without markup or invisible characters. */
export function plainText(value: string, format: TextFormat): string {
  const limited = value.slice(0, maxInputLength);
  if (format === 'plain') return oneLine(limited);
  const hasNoMarkup = !limited.includes('&') && !limited.includes('<');
  if (hasNoMarkup && format === 'unknown') return oneLine(limited);
  const text = withoutMarkup(limited, format);
  return oneLine(format === 'unknown' && entity.test(text) ? withoutMarkup(text, format) : text);
}

function withoutMarkup(value: string, format: 'html' | 'unknown'): string {
  const isMarkup = format === 'html' || (value.includes('<') && htmlSigns.test(value));
  return isMarkup ? htmlText(value) : decodeHTMLStrict(value);
}

function oneLine(text: string): string {
  if (clean.test(text)) return text;
  const visible = withoutLatin1Controls(text).replace(invisible, '');
  return visible.replace(whitespace, ' ').trim();
}
