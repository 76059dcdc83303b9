type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

const xmlEncoding = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/i;

/**
 * Decodes a document in the Unicode encoding that its first bytes indicate, or else in the first
 * that is known and fits: that of the HTTP response, of the XML declaration, or UTF-8 (RFC 7303,
 * section 3). If none fits, it is decoded as UTF-8 and invalid bytes become U+FFFD.
 *
 * @param partial whether the bytes may end within a character
 */
export function decode(bytes: Uint8Array, charset: string | null, partial = false): string {
  const detected = unicodeEncoding(bytes);
  if (detected) return new TextDecoder(detected).decode(bytes, { stream: partial });
  for (const label of [charset, declaredEncoding(bytes), 'utf-8']) {
    const text = label === null ? undefined : tryDecode(bytes, label, partial);
    if (text !== undefined) return text;
  }
  return new TextDecoder('utf-8').decode(bytes);
}

/** The Unicode encoding that the first bytes indicate: a byte order mark, or `<` in UTF-16. */
export function unicodeEncoding(bytes: Uint8Array): Encoding | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0x3c && b === 0) return 'utf-16le';
  if (a === 0 && b === 0x3c) return 'utf-16be';
  return undefined;
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const label = xmlEncoding.exec(start)?.[1];
  // If "UTF-16" can be read as Latin-1, it is wrong: the document was converted.
  return label === undefined || /^(utf-?16|ucs-?2)/i.test(label) ? null : label;
}

function tryDecode(bytes: Uint8Array, label: string, partial: boolean): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: partial });
  } catch {
    return undefined;
  }
}
