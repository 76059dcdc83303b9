const nonAscii = 255;
const encoder = new TextEncoder();
/** Reused by each call. */
let buffer = Buffer.alloc(16_384);

/**
 * The characters of an ASCII text as bytes; `undefined` if the text has others. Two zero bytes follow the
 * text, so that callers can look ahead without checking bounds. The result may be changed, and is valid
 * until the next call.
 */
export function asciiBytes(text: string): Buffer | undefined {
  const { length } = text;
  makeRoom(length + 2);
  const { read, written } = encoder.encodeInto(text, buffer);
  // Other characters take more bytes than UTF-16 code units.
  if (read !== length || written !== length) return undefined;
  return terminated(length);
}

/** Like {@link asciiBytes}, for any text: the byte of a UTF-16 code unit that is not ASCII is 255. */
export function asciiOf(text: string): Buffer {
  const { length } = text;
  makeRoom(length + 2);
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    buffer[at] = code < 128 ? code : nonAscii;
  }
  return terminated(length);
}

function makeRoom(bytes: number): void {
  if (buffer.length < bytes) buffer = Buffer.alloc(2 * bytes);
}

function terminated(length: number): Buffer {
  buffer[length] = 0;
  buffer[length + 1] = 0;
  return buffer;
}

const ascii = /^[\0-\x7f]*$/;

/** Whether every character of a text is ASCII. */
export function isAscii(text: string): boolean {
  return ascii.test(text);
}
