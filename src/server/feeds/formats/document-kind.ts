import { decodeDocument } from '../text/decode-document.ts';
import { rootName, xmlFeedFormat } from './split-xml-feed.ts';

/** Number of bytes at the start of a document that are enough to detect its kind. */
export const kindHeadSize = 65_536;

/** The kind of a document, or what it looks like if it is not news. */
export type DocumentKind =
  | 'empty'
  | 'json-lines'
  | 'json-feed'
  | 'xml-feed'
  | { looksLike: string };

const jsonFeedVersion = /"version"\s*:\s*"https?:\/\/(?:www\.)?jsonfeed\.org\/version\//;

/**
 * Detects the kind of a document by its content; its name and media type are ignored.
 *
 * @param head at least the first {@link kindHeadSize} bytes, or the document if it is shorter
 */
export function documentKind(head: Uint8Array, charset: string | null): DocumentKind {
  if (head.length === 0) return 'empty';
  const text = decodeDocument(head, charset, true).trimStart();
  if (text === '') return 'empty';
  if (text.startsWith('<')) return xmlKind(text);
  if (text.startsWith('{')) return objectKind(text);
  if (text.includes('\u0000')) return { looksLike: 'binary data' };
  // The first line may be invalid, so any line that looks like an object is enough.
  if (/^[ \t]*\{.*["}]/m.test(text)) return 'json-lines';
  return { looksLike: text.startsWith('[') ? 'a JSON array' : 'plain text' };
}

function xmlKind(text: string): DocumentKind {
  if (/^<!doctype\s+html|^<(?:html|head|body)[\s>]/i.test(text)) return { looksLike: htmlPage };
  const root = rootName(text);
  if (root === undefined) return { looksLike: 'an XML document without a root element' };
  if (xmlFeedFormat(root)) return 'xml-feed';
  if (root === 'html' || root === 'head' || root === 'body') return { looksLike: htmlPage };
  if (root === 'opml') return { looksLike: 'an OPML list of feeds' };
  return { looksLike: `an XML document of <${root.slice(0, 40).replace(/[^\w:.-]/g, '?')}>` };
}

const htmlPage = 'an HTML page';

function objectKind(text: string): DocumentKind {
  if (jsonFeedVersion.test(text)) return 'json-feed';
  const [firstLine = ''] = text.split('\n', 1);
  if (firstLine.trim() !== '{') return hasItems(firstLine) ? 'json-feed' : 'json-lines';
  // A JSON Lines record never spans lines, so this is one pretty-printed JSON document.
  return /"items"\s*:\s*\[/.test(text) ? 'json-feed' : { looksLike: 'a JSON document' };
}

/** Whether a line is a complete JSON object with `items`: a JSON Feed without a known version. */
function hasItems(line: string): boolean {
  try {
    return Array.isArray((JSON.parse(line) as Record<string, unknown>)['items']);
  } catch {
    return false;
  }
}
