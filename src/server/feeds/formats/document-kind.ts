import { decode } from '../text/decode.ts';
import { feedFormat, rootName } from './xml-outline.ts';

/** How much of a source is enough to tell what it is, in bytes. */
export const KIND_HEAD = 65_536;

/** What a source is; where it is no news, what it looks like instead. */
export type DocumentKind = 'json-lines' | 'json-feed' | 'xml-feed' | { looksLike: string };

const JSON_FEED = /"version"\s*:\s*"https?:\/\/(?:www\.)?jsonfeed\.org\/version\//;

/** Tells by content alone, never by a name or a media type. `head` is the first of the bytes. */
export function documentKind(head: Uint8Array, charset: string | null): DocumentKind {
  if (head.length === 0) return { looksLike: 'an empty document' };
  const text = decode(head, charset, true).trimStart();
  if (text === '') return { looksLike: 'an empty document' };
  if (text.startsWith('<')) return xmlKind(text);
  if (text.startsWith('{')) return objectKind(text);
  if (text.includes('\u0000')) return { looksLike: 'binary data' };
  // A bad first line is one bad record, if records follow.
  if (/^[ \t]*\{.*["}]/m.test(text)) return 'json-lines';
  return { looksLike: text.startsWith('[') ? 'a JSON array, not JSON Lines' : 'plain text' };
}

function xmlKind(text: string): DocumentKind {
  if (/^<!doctype\s+html|^<(?:html|head|body)[\s>]/i.test(text)) return { looksLike: HTML_PAGE };
  const root = rootName(text);
  if (root === undefined) return { looksLike: 'an XML document without a root element' };
  if (feedFormat(root)) return 'xml-feed';
  if (root === 'html' || root === 'head' || root === 'body') return { looksLike: HTML_PAGE };
  if (root === 'opml') return { looksLike: 'an OPML list of feeds' };
  return { looksLike: `an XML document of <${root.slice(0, 40).replace(/[^\w:.-]/g, '?')}>` };
}

const HTML_PAGE = 'an HTML page';

function objectKind(text: string): DocumentKind {
  if (JSON_FEED.test(text)) return 'json-feed';
  const [firstLine = ''] = text.split('\n', 1);
  if (firstLine.trim() !== '{') return hasItems(firstLine) ? 'json-feed' : 'json-lines';
  // A record never spans lines: this is one document, written to be read.
  return /"items"\s*:\s*\[/.test(text) ? 'json-feed' : { looksLike: 'a JSON document' };
}

/** A feed on one line that does not say its version; one longer than the head is not looked into. */
function hasItems(line: string): boolean {
  try {
    return Array.isArray((JSON.parse(line) as Record<string, unknown>)['items']);
  } catch {
    return false;
  }
}
