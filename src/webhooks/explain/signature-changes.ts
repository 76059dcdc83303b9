import {
  areEqualBytes,
  base64Bytes,
  concatBytes,
  hexBytes,
  latin1Bytes,
  latin1Text,
  utf8Bytes,
  utf8Text,
} from '../bytes.ts';
import { parseTimestamp } from '../timestamp.ts';
import { jsonShape } from './json-shape.ts';
import { jsonStyles, writeJson } from './json-style.ts';

/**
 * One way in which a signature may differ from the expected one: the sender used a different key,
 * or signed a different prefix or body. It is a hypothesis until the signature matches.
 */
export interface Change<Value> {
  /** Stable identifier in snake case. */
  readonly code: string;
  /** Human-readable description of the difference. */
  readonly message: string;
  /** The key, prefix or body to try. */
  readonly value: Value;
}

function change<Value>(code: string, message: string, value: Value): Change<Value> {
  return { code, message, value };
}

/**
 * The keys that a sender may have derived from the right secret by mistake.
 *
 * @param name the secret's name in messages
 */
export function keyChanges(secret: string, name: string): Change<string | Uint8Array>[] {
  const trimmed = secret.trim();
  const bare = trimmed.replace(/^whsec_/, '');
  const unquoted = trimmed.replace(/^(["'])(.*)\1$/s, '$2');
  const keyChange = (code: string, how: string, key: string | Uint8Array) =>
    change(code, `the signature was made with ${name} ${how}`, key);
  return [
    keyChange('secret_white_space', 'without the whitespace around it', trimmed),
    keyChange('secret_newline', 'with a newline (\\n) at the end', `${secret}\n`),
    keyChange('secret_newline', 'with a newline (\\r\\n) at the end', `${secret}\r\n`),
    keyChange('secret_quoted', 'without the quotes around it', unquoted),
    keyChange('secret_quoted', 'with double quotes around it', `"${secret}"`),
    keyChange(
      'secret_decoded',
      'decoded from base64, as in Standard Webhooks; the key of this service is the text itself',
      base64Bytes(bare),
    ),
    keyChange('secret_decoded', 'decoded from hex', hexBytes(bare)),
    keyChange('secret_prefix', 'without its prefix whsec_', bare),
    keyChange('secret_prefix', 'with the prefix whsec_', `whsec_${bare}`),
  ].filter(({ value }) => value.length > 0 && value !== secret);
}

/** Prefixes that the sender may have signed instead of `<timestamp>.`. */
export function prefixChanges(timestamp: string, eventId: string): Change<string>[] {
  return [
    change('timestamp_not_signed', 'only the body was signed, without the timestamp', ''),
    change(
      'dot_missing',
      'the dot between timestamp and body is missing in the signed content',
      timestamp,
    ),
    change(
      'standard_webhooks',
      'the event id was signed as well, as in Standard Webhooks',
      `${eventId}.${timestamp}.`,
    ),
    ...otherTimestamps(timestamp).map(([format, text]) =>
      change(
        'timestamp_unit',
        `the timestamp was signed ${format}, but its header has another format`,
        `${text}.`,
      ),
    ),
  ];
}

/** The same time in the other formats that senders use. */
function otherTimestamps(timestamp: string): (readonly [string, string])[] {
  const time = parseTimestamp(timestamp);
  if (time === undefined) return [];
  const seconds = Math.floor(time / 1000);
  const formats = [
    ['in seconds', String(seconds)],
    ['in milliseconds', String(Math.round(time))],
    ['in milliseconds', String(seconds * 1000)],
    ['as RFC 3339', new Date(time).toISOString()],
    ['as RFC 3339', new Date(seconds * 1000).toISOString().replace('.000', '')],
  ] as const;
  return formats.filter(([, text]) => text !== timestamp);
}

const bom = utf8Bytes('\ufeff');

/** Maximum size of a body whose text and JSON are rewritten, in bytes. */
const maxRewrittenBody = 65_536;

/** Maximum depth of JSON that is serialized again. Serializing is recursive. */
const maxJsonDepth = 64;

/** Maximum number of characters that indenting adds to a body. */
const maxIndentation = 262_144;

/**
 * The bodies that may have been signed if this one was received, most likely first. For a body over
 * 64 KiB, only changes at its start and end and an empty body are tried. The work for each is linear
 * in the size of the body.
 */
export function* bodyChanges(body: Uint8Array): Generator<Change<Uint8Array>> {
  for (const candidate of allBodyChanges(body)) {
    if (!areEqualBytes(candidate.value, body)) yield candidate;
  }
}

function* allBodyChanges(body: Uint8Array): Generator<Change<Uint8Array>> {
  yield* edgeChanges(body);
  yield change('body_lost', 'the signature is that of an empty body', new Uint8Array(0));
  if (body.length > maxRewrittenBody) return;
  yield* textChanges(body);
  yield* jsonChanges(utf8Text(body));
}

function changedBody(code: string, difference: string, signedBody: Uint8Array): Change<Uint8Array> {
  return change(code, `the body was changed after it was signed: ${difference}`, signedBody);
}

function edgeChanges(body: Uint8Array): Change<Uint8Array>[] {
  const withoutEnd = (end: string) =>
    areEqualBytes(body.subarray(-end.length), utf8Bytes(end))
      ? body.subarray(0, -end.length)
      : body;
  const append = (end: string) => concatBytes(body, utf8Bytes(end));
  const hasBom = areEqualBytes(body.subarray(0, bom.length), bom);
  return [
    changedBody('newline_added', 'a newline (\\n) was added at the end', withoutEnd('\n')),
    changedBody('newline_added', 'a newline (\\r\\n) was added at the end', withoutEnd('\r\n')),
    changedBody('newline_removed', 'a newline (\\n) at the end was removed', append('\n')),
    changedBody('newline_removed', 'a newline (\\r\\n) at the end was removed', append('\r\n')),
    hasBom
      ? changedBody('bom_added', 'a byte order mark was added', body.subarray(bom.length))
      : changedBody('bom_removed', 'its byte order mark was removed', concatBytes(bom, body)),
  ];
}

function textChanges(body: Uint8Array): Change<Uint8Array>[] {
  const text = utf8Text(body);
  const latin1 = latin1Text(body);
  const replaceBytes = (pattern: RegExp, replacement: string) =>
    latin1Bytes(latin1.replace(pattern, replacement));
  // Normalizing a long run of combining marks takes quadratic time; real text has at most 30 in a
  // row (Unicode Standard Annex #15, Stream-Safe Text Format).
  const normalize = (form: string) =>
    utf8Bytes(/\p{M}{31}/u.test(text) ? text : text.normalize(form));
  return [
    changedBody('line_endings_changed', '\\r\\n became \\n', replaceBytes(/\r?\n/g, '\r\n')),
    changedBody('line_endings_changed', '\\n became \\r\\n', replaceBytes(/\r\n/g, '\n')),
    changedBody('white_space_added', 'whitespace was added around it', utf8Bytes(text.trim())),
    changedBody(
      'charset_changed',
      'it was decoded as Latin-1 and encoded as UTF-8',
      latin1Bytes(text),
    ),
    changedBody('charset_changed', 'it was encoded as Latin-1', utf8Bytes(latin1)),
    changedBody('unicode_normalized', 'it was normalized to Unicode form C', normalize('NFD')),
    changedBody('unicode_normalized', 'it was normalized to Unicode form D', normalize('NFC')),
    changedBody('base64_encoded', 'it was encoded as base64', base64Bytes(text)),
  ];
}

/** The signed body if its JSON was parsed and serialized again, in styles of common libraries. */
function* jsonChanges(text: string): Generator<Change<Uint8Array>> {
  const { depth, indentation } = jsonShape(text);
  const value = depth > maxJsonDepth ? undefined : parseJson(text);
  if (value === undefined) return;
  for (const style of jsonStyles) {
    if (indentation * (style.indent?.length ?? 0) > maxIndentation) continue;
    const json = writeJson(value, style);
    const what = `its JSON was parsed and serialized again; the signed JSON was ${style.name}`;
    yield changedBody('reserialized', what, utf8Bytes(json));
    yield changedBody('reserialized', `${what} with a newline at the end`, utf8Bytes(`${json}\n`));
  }
  const recoded = typeof value === 'string' ? value : JSON.stringify(text);
  const what = 'it was encoded as a JSON string, or decoded from one';
  yield changedBody('double_encoded', what, utf8Bytes(recoded));
}

/** @returns `undefined` if the text is not JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
