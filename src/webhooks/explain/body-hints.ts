import { counted } from '../../contract/counted.ts';
import { utf8Text } from '../bytes.ts';
import { jsonShape } from './json-shape.ts';
import type { SignatureFinding } from './signature-explanation.ts';

/**
 * Signs that a body differs from the one that was sent, such as a length other than
 * `Content-Length`. All of them are unproven.
 */
export function bodyHints(body: Uint8Array, contentLength: string | undefined): SignatureFinding[] {
  const hints: SignatureFinding[] = [];
  const add = (code: string, message: string) => hints.push({ code, proven: false, message });
  const length = /^\d{1,15}$/.test(contentLength ?? '') ? Number(contentLength) : body.length;
  if (length > body.length) {
    add('body_cut', `the body is incomplete: it has ${body.length} of ${counted(length, 'byte')}`);
  } else if (length < body.length) {
    add(
      'body_grew',
      `the body has ${counted(body.length, 'byte')}, but its Content-Length is ${length}`,
    );
  }
  const text = utf8Text(body);
  if (body.length === 0) {
    add('body_empty', 'the body is empty: it was probably read before it was verified');
  } else if (text === '[object Object]') {
    add('body_parsed', 'the body is "[object Object]": pass the raw bytes, not the parsed object');
  } else if (length <= body.length && endsEarly(text)) {
    add('body_cut', 'the body is incomplete: its JSON ends early');
  }
  if (text.includes('\ufffd')) {
    add('body_decoded', 'the body contains U+FFFD: bytes were lost when it was decoded as text');
  }
  return hints;
}

/** Whether a text starts like a JSON object but is cut off before its last brace. */
function endsEarly(text: string): boolean {
  return /^\s*\{/.test(text) && jsonShape(text).isCut;
}
