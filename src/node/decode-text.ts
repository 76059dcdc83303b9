/**
 * Decodes a text: UTF-8, or UTF-16 with a byte order mark, which the `>` of Windows PowerShell writes. The
 * mark is left out.
 *
 * @param fatal whether other bytes are an error (default: they are replaced by U+FFFD)
 * @throws {TypeError} if the text is invalid, with `fatal`
 */
export function decodeText(bytes: Uint8Array, { fatal = false } = {}): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal }).decode(bytes);
}
