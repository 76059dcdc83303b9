import { jsonStyles, writeJson } from './json-style.ts';

/** A guess at what was signed, and what must have happened to it on the way. */
export interface BodyChange {
  readonly code: string;
  readonly message: string;
  readonly signed: Buffer;
}

const bom = Buffer.from('\ufeff');

/** What the signed bytes may have been, given those that arrived. */
export function bodyChanges(body: Buffer): BodyChange[] {
  const change = (code: string, message: string, signed: Buffer): BodyChange => ({
    code,
    message,
    signed,
  });
  const text = body.toString();
  const append = (tail: string) => Buffer.concat([body, Buffer.from(tail)]);
  const changes = [
    change('newline_removed', 'a newline (\\n) at its end was removed', append('\n')),
    change('newline_removed', 'a newline (\\r\\n) at its end was removed', append('\r\n')),
    change('line_endings_changed', 'its \\r\\n became \\n', latin1(body, /\r?\n/g, '\r\n')),
    change('line_endings_changed', 'its \\n became \\r\\n', latin1(body, /\r\n/g, '\n')),
    change('bom_removed', 'its byte order mark was removed', Buffer.concat([bom, body])),
    change('white_space_added', 'white space was added around it', Buffer.from(text.trim())),
    change('charset_changed', 'it was read as Latin-1 and written as UTF-8', toLatin1(text)),
    change('charset_changed', 'it was written as Latin-1', Buffer.from(body.toString('latin1'))),
    change(
      'unicode_normalized',
      'it was put into Unicode form C',
      Buffer.from(text.normalize('NFD')),
    ),
    change(
      'unicode_normalized',
      'it was put into Unicode form D',
      Buffer.from(text.normalize('NFC')),
    ),
    change('base64_encoded', 'it was encoded in base64', Buffer.from(text, 'base64')),
    change('body_lost', 'nothing was signed: the sender signed an empty body', Buffer.alloc(0)),
  ];
  if (body.subarray(0, 3).equals(bom)) {
    changes.unshift(change('bom_added', 'a byte order mark was added', body.subarray(3)));
  }
  for (const [end, name] of [
    ['\r\n', '\\r\\n'],
    ['\n', '\\n'],
  ] as const) {
    if (!text.endsWith(end)) continue;
    const signed = body.subarray(0, body.length - end.length);
    changes.unshift(change('newline_added', `a newline (${name}) was added at its end`, signed));
  }
  return [...changes, ...reserialized(text)].filter(({ signed }) => !signed.equals(body));
}

/** The same value as other libraries write it, with and without a newline at its end. */
function reserialized(text: string): BodyChange[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return [];
  }
  const written = jsonStyles.flatMap((style) =>
    ['', '\n'].map((end) => ({
      code: 'reserialized',
      message: `its JSON was parsed and written anew; what was signed is ${style.name}${end && ' with a newline at its end'}`,
      signed: Buffer.from(writeJson(value, style) + end),
    })),
  );
  const inner = typeof value === 'string' ? Buffer.from(value) : Buffer.from(JSON.stringify(text));
  return [
    ...written,
    { code: 'double_encoded', message: 'it was encoded as JSON once more or less', signed: inner },
  ];
}

/** Replaces bytes, whatever the encoding. */
function latin1(body: Buffer, pattern: RegExp, replacement: string): Buffer {
  return Buffer.from(body.toString('latin1').replace(pattern, replacement), 'latin1');
}

function toLatin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
