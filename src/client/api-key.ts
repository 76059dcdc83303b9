import { SettingError } from './errors.ts';

/**
 * Checks that a key can stand in a header as it is. A stray newline is named rather than trimmed:
 * the same variable is read by other programs, which would fail later and say less.
 *
 * @throws {SettingError} which never repeats the key
 */
export function checkApiKey(key: string): string {
  const refuse = (message: string) =>
    new SettingError('api_key', message, 'Set the key again without it');
  if (key === '') throw refuse('the API key is empty');
  if (/^\s/.test(key)) throw refuse('the API key begins with white space');
  if (/\s$/.test(key)) throw refuse('the API key ends with a newline or a space');
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw refuse(
      'the API key holds a character that no key has (a space, a quote mark, an accent)',
    );
  }
  return key;
}
