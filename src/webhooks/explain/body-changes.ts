import { type Change, change } from './change.ts';
import { jsonStyles, writeJson } from './json-style.ts';

const bom = Buffer.from('\ufeff');

/** The bodies that may have been signed, given the one that was received; most likely first. */
export function bodyChanges(body: Buffer): Change<Buffer>[] {
  return [
    ...additions(body),
    ...alterations(body),
    change('body_lost', 'the signature is that of an empty body', Buffer.alloc(0)),
    ...serializations(body.toString()),
  ].filter(({ value }) => !value.equals(body));
}

function changed(code: string, what: string, signed: Buffer): Change<Buffer> {
  return change(code, `the body was changed after it was signed: ${what}`, signed);
}

/** The signed body if something was added to its start or end after signing. */
function additions(body: Buffer): Change<Buffer>[] {
  const changes: Change<Buffer>[] = [];
  const endsWith = (end: string) => body.subarray(-end.length).equals(Buffer.from(end));
  const addNewline = (name: string, length: number) => {
    const signed = body.subarray(0, body.length - length);
    changes.push(changed('newline_added', `a newline (${name}) was added at the end`, signed));
  };
  if (endsWith('\n')) addNewline('\\n', 1);
  if (endsWith('\r\n')) addNewline('\\r\\n', 2);
  if (body.subarray(0, bom.length).equals(bom)) {
    changes.push(changed('bom_added', 'a byte order mark was added', body.subarray(bom.length)));
  }
  return changes;
}

/** The signed body if its text was altered after signing. */
function alterations(body: Buffer): Change<Buffer>[] {
  const text = body.toString();
  const latin1 = body.toString('latin1');
  const append = (end: string) => Buffer.concat([body, Buffer.from(end)]);
  const replaceBytes = (pattern: RegExp, replacement: string) =>
    Buffer.from(latin1.replace(pattern, replacement), 'latin1');
  return [
    changed('newline_removed', 'a newline (\\n) at the end was removed', append('\n')),
    changed('newline_removed', 'a newline (\\r\\n) at the end was removed', append('\r\n')),
    changed('line_endings_changed', '\\r\\n became \\n', replaceBytes(/\r?\n/g, '\r\n')),
    changed('line_endings_changed', '\\n became \\r\\n', replaceBytes(/\r\n/g, '\n')),
    changed('bom_removed', 'its byte order mark was removed', Buffer.concat([bom, body])),
    changed('white_space_added', 'white space was added around it', Buffer.from(text.trim())),
    changed(
      'charset_changed',
      'it was decoded as Latin-1 and encoded as UTF-8',
      Buffer.from(text, 'latin1'),
    ),
    changed('charset_changed', 'it was encoded as Latin-1', Buffer.from(latin1)),
    changed(
      'unicode_normalized',
      'it was normalized to Unicode form C',
      Buffer.from(text.normalize('NFD')),
    ),
    changed(
      'unicode_normalized',
      'it was normalized to Unicode form D',
      Buffer.from(text.normalize('NFC')),
    ),
    changed('base64_encoded', 'it was encoded as base64', Buffer.from(text, 'base64')),
  ];
}

/** The signed body if its JSON was parsed and serialized again, in styles of common libraries. */
function serializations(text: string): Change<Buffer>[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return [];
  }
  const changes = jsonStyles.flatMap((style) =>
    ['', '\n'].map((end) => {
      const what = `its JSON was parsed and serialized again; the signed JSON was ${style.name}${end && ' with a newline at the end'}`;
      return changed('reserialized', what, Buffer.from(writeJson(value, style) + end));
    }),
  );
  const other = typeof value === 'string' ? value : JSON.stringify(text);
  const what = 'it was encoded as a JSON string, or decoded from one';
  return [...changes, changed('double_encoded', what, Buffer.from(other))];
}
