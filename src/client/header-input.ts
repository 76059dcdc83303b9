import { ofType } from '../contract/option-types.ts';
import { typeName } from '../contract/type-name.ts';
import { toSettingError } from './check-settings.ts';
import { SettingError } from './errors.ts';

/** Headers as an object, as `Headers`, or as pairs of names and values. */
export type HeaderInput =
  | Readonly<Record<string, string | undefined>>
  | Iterable<readonly [name: string, value: string]>;

/** The entries are checked by {@link parseHeaders}. */
export const headerInput = ofType(
  'an object of names and values',
  (value) => typeof value === 'object' && value !== null,
);

/** Headers that the client or the connection sets. */
const reserved: ReadonlySet<string> = new Set([
  ...['accept', 'authorization', 'connection', 'content-length', 'content-type', 'expect', 'host'],
  ...['keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** RFC 9110, section 5.5, in Latin-1, without surrounding whitespace. */
const fieldValue = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;

/**
 * Parses headers. Their names become lowercase; absent values are left out. Messages never contain a
 * value, which may be a secret.
 *
 * @throws {SettingError} if a name or a value is invalid, or the client sets the header itself
 */
export function parseHeaders(input: HeaderInput): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of entriesOf(input)) {
    if (value === undefined) continue;
    const invalid = (problem: string, hint: string) =>
      new SettingError('headers', `the header ${JSON.stringify(name)} ${problem}`, hint);
    if (!token.test(name)) throw invalid('has an invalid name', 'Use letters, digits and dashes');
    const key = name.toLowerCase();
    if (key === 'authorization') {
      throw invalid('cannot be overridden: it carries the API key', 'Pass the key as apiKey');
    }
    if (reserved.has(key)) throw invalid('is set by the client', 'Remove it from headers');
    if (typeof value !== 'string') throw invalid('has no string as its value', 'Pass a string');
    if (!fieldValue.test(value)) {
      throw invalid(
        'has an invalid value: line breaks, control characters, surrounding spaces and characters outside Latin-1 are not allowed',
        'Encode the value',
      );
    }
    headers[key] = value;
  }
  return headers;
}

function entriesOf(input: HeaderInput): [name: string, value: unknown][] {
  if (!(Symbol.iterator in input)) return Object.entries(input);
  return [...(input as Iterable<unknown>)].map((entry) => {
    if (Array.isArray(entry) && entry.length === 2) return [String(entry[0]), entry[1]];
    const message = `headers has ${typeName(entry)} that is no pair of a name and a value`;
    throw toSettingError({ option: 'headers', message, hint: "Pass headers as { name: 'value' }" });
  });
}
