import { documentDecoder } from './document-decoder.ts';
import { documentEncoding } from './document-encoding.ts';

/**
 * Decodes a document. Invalid bytes become U+FFFD.
 *
 * @param charset from the HTTP response
 * @param partial whether the bytes may end within a character, which is then omitted
 */
export function decodeDocument(bytes: Uint8Array, charset: string | null, partial = false): string {
  const decoder = documentDecoder(documentEncoding(bytes, charset, partial));
  const text = decoder.write(bytes);
  return partial ? text : text + decoder.end();
}
