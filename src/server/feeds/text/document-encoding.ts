import { documentDecoder, encodingName } from './document-decoder.ts';
import { guessedEncoding } from './guessed-encoding.ts';
import { utf8Evidence } from './utf8-evidence.ts';

const xmlEncoding = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/i;
const multiByte: ReadonlySet<string> = new Set([
  'big5',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'shift_jis',
]);

/**
 * The encoding of a document, in this order (RFC 7303, section 3):
 *
 * 1. The Unicode encoding that its first bytes indicate.
 * 2. UTF-8, if the bytes beyond ASCII show it: declarations of other encodings are often wrong.
 * 3. The encoding that the HTTP response or the XML declaration declares and that all bytes fit,
 *    or else the first one that is declared.
 * 4. The encoding that is usual for the language of the document, or windows-1252.
 *
 * @param charset from the HTTP response
 * @param partial whether the bytes may end within a character
 */
export function documentEncoding(
  bytes: Uint8Array,
  charset: string | null,
  partial = false,
): string {
  const unicode = unicodeEncoding(bytes);
  if (unicode) return unicode;
  const declared = [charset, declaredEncoding(bytes)]
    .flatMap((label) => (label === null ? [] : (encodingName(label) ?? [])))
    // A document in UTF-16 is recognized by its first bytes, so this one was converted.
    .filter((name) => !name.startsWith('utf-16'));
  if (isMoreLikelyUtf8(bytes, declared[0], partial)) return 'utf-8';
  const others = declared.filter((name) => name !== 'utf-8');
  const declaredName = others.find((name) => fits(bytes, name, partial)) ?? others[0];
  return declaredName ?? guessedEncoding(bytes) ?? 'utf-8';
}

/** Byte order marks. Those of UTF-32 come first: one begins like that of UTF-16. */
const byteOrderMarks: readonly [string, ...number[]][] = [
  ['utf-32le', 0xff, 0xfe, 0, 0],
  ['utf-32be', 0, 0, 0xfe, 0xff],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
  ['utf-8', 0xef, 0xbb, 0xbf],
];

/** What XML, JSON and JSON Lines may begin with. */
const firstCharacters = '\t\n\r <[{';

/**
 * The Unicode encoding that the first bytes indicate: a byte order mark, or the first character of
 * a document in UTF-16 or UTF-32.
 */
export function unicodeEncoding(bytes: Uint8Array): string | undefined {
  const mark = byteOrderMarks.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (mark) return mark[0];
  const zeros = bytes.subarray(0, 4).findIndex((byte) => byte !== 0);
  if (!firstCharacters.includes(String.fromCharCode(bytes[zeros] ?? 0))) return undefined;
  if (zeros === 3) return 'utf-32be';
  if (zeros === 1) return 'utf-16be';
  if (zeros !== 0 || bytes[1] !== 0) return undefined;
  return bytes[2] === 0 && bytes[3] === 0 ? 'utf-32le' : 'utf-16le';
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return xmlEncoding.exec(start)?.[1] ?? null;
}

/** @param declared the encoding that the document has according to its declarations */
function isMoreLikelyUtf8(
  bytes: Uint8Array,
  declared: string | undefined,
  partial: boolean,
): boolean {
  const { sequences, invalid } = utf8Evidence(bytes, partial);
  // ISO-2022-JP consists of ASCII characters.
  if (sequences === 0 && invalid === 0) return declared !== 'iso-2022-jp';
  if (declared === undefined || declared === 'utf-8') return sequences > invalid;
  // Text in another encoding is rarely valid UTF-8, except short text of two-byte characters.
  if (invalid === 0) return sequences >= (multiByte.has(declared) ? 3 : 1);
  return sequences >= 8 && sequences >= 10 * invalid;
}

function fits(bytes: Uint8Array, encoding: string, partial: boolean): boolean {
  const decoder = documentDecoder(encoding);
  const text = decoder.write(bytes);
  return !text.includes('\ufffd') && (partial || !decoder.end().includes('\ufffd'));
}
