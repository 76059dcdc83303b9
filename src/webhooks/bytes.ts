const encoder = new TextEncoder();
const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Decodes UTF-8. Bytes that are not UTF-8 become U+FFFD; a byte order mark is kept. */
export function utf8Text(bytes: Uint8Array): string {
  return lenientUtf8.decode(bytes);
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Not in constant time. */
export function areEqualBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) {
    if (one[index] !== other[index]) return false;
  }
  return true;
}

/** Two lowercase digits for each byte. */
export function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Decodes hex up to the first pair of characters that is not hex. */
export function hexBytes(text: string): Uint8Array {
  const [digits = ''] = /^(?:[0-9a-f]{2})*/i.exec(text) ?? [];
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
}

/** Decodes base64 or base64url. Other characters are ignored, as Node's `Buffer` does. */
export function base64Bytes(text: string): Uint8Array {
  const digits = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^A-Za-z0-9+/]/g, '');
  const isCut = digits.length % 4 === 1;
  return latin1Bytes(atob(isCut ? digits.slice(0, -1) : digits));
}

/** One character for each byte: U+0000 to U+00FF. */
export function latin1Text(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** The low byte of each UTF-16 code unit. */
export function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}
