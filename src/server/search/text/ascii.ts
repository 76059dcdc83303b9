const nonAscii = 255;
/** Reused by each call. */
let buffer = Buffer.alloc(16_384);

/**
 * The UTF-16 code units of a text, one byte each: 255 if not ASCII. Two zero bytes follow the text,
 * so that callers can look ahead without checking bounds. The result is valid until the next call.
 */
export function asciiOf(text: string): Buffer {
  const { length } = text;
  if (buffer.length < length + 2) buffer = Buffer.alloc(2 * length + 2);
  if (isAscii(text)) buffer.write(text, 'latin1');
  else {
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at);
      buffer[at] = code < 128 ? code : nonAscii;
    }
  }
  buffer[length] = 0;
  buffer[length + 1] = 0;
  return buffer;
}

const ascii = /^[\0-\x7f]*$/;

/** Whether every character of a text is ASCII. */
export function isAscii(text: string): boolean {
  return ascii.test(text);
}
