import { typeName } from '../contract/type-name.ts';
import { WebhookError } from './webhook-error.ts';

/**
 * Returns a signing secret unchanged if it is well-formed. Surrounding whitespace is an error and
 * is not trimmed: the key is the exact UTF-8 bytes of the secret.
 *
 * @throws {WebhookError} `bad_secret`; the message does not contain the secret
 */
export function checkSecret(secret: string): string {
  if (typeof secret !== 'string') {
    const message = `the signing secret is ${typeName(secret)}: pass the string that was shown when the connection was created`;
    throw new WebhookError('bad_secret', message);
  }
  const problem = problemOf(secret);
  if (problem === undefined) return secret;
  throw new WebhookError('bad_secret', `the signing secret ${problem}`);
}

function problemOf(secret: string): string | undefined {
  if (secret === '') return 'is empty';
  if (secret.startsWith('\ufeff')) return 'begins with a byte order mark (BOM)';
  if (/^\s/.test(secret)) return 'starts with whitespace';
  if (/[\r\n]$/.test(secret)) return 'ends with a newline';
  if (/\s$/.test(secret)) return 'ends with whitespace';
  return secret.includes('\0') ? 'contains a NUL character' : undefined;
}

/**
 * Checks one secret, or several during a rotation, and returns them as a list.
 *
 * @throws {WebhookError} `bad_secret`, also if the list is empty
 */
export function checkSecrets(secrets: string | readonly string[]): readonly string[] {
  const list = Array.isArray(secrets) ? secrets : [secrets];
  if (list.length === 0) throw new WebhookError('bad_secret', 'there is no signing secret');
  return list.map(checkSecret);
}
