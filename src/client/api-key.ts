import { SettingError } from './errors.ts';

/**
 * Checks that an API key can be sent in a header unchanged. A trailing newline is not trimmed but
 * rejected: other programs that read the same variable would fail with a worse message.
 *
 * @throws {SettingError} with a message that never contains the key
 */
export function checkApiKey(key: string): string {
  const invalid = (message: string, hint = 'Set the key again without it') =>
    new SettingError('api_key', message, hint);
  if (key === '') throw invalid('the API key is empty', 'Set the key');
  if (key.startsWith('\ufeff')) {
    const hint = 'Save the file as UTF-8 without a byte order mark';
    throw invalid('the API key begins with a byte order mark (BOM)', hint);
  }
  if (/^\s/.test(key)) throw invalid('the API key starts with whitespace');
  if (/\s$/.test(key)) throw invalid('the API key ends with a newline or a space');
  if (/^bearer\s/i.test(key)) {
    throw invalid('the API key begins with "Bearer"', 'Set only the key; the client adds Bearer');
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw invalid(
      'the API key contains a character that keys never have (a space, a quote, an accented letter)',
    );
  }
  return key;
}
