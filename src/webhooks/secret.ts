import { WebhookError } from './webhook-error.ts';

/**
 * Checks that a signing secret can be the one that the service showed. White space around it is
 * named rather than trimmed: the key is the secret's UTF-8 bytes exactly as they are given.
 *
 * @throws {WebhookError} `bad_secret`, which never repeats the secret
 */
export function checkSecret(secret: string): string {
  const refuse = (message: string) => new WebhookError('bad_secret', message);
  if (secret === '') throw refuse('the signing secret is empty');
  if (/^\s/.test(secret)) throw refuse('the signing secret begins with white space');
  if (/[\r\n]$/.test(secret)) throw refuse('the signing secret ends with a newline');
  if (/\s$/.test(secret)) throw refuse('the signing secret ends with white space');
  if (secret.includes('\0')) throw refuse('the signing secret holds a NUL character');
  return secret;
}

/** One secret, or several while they are being changed over; at least one. */
export function checkSecrets(secrets: string | readonly string[]): readonly string[] {
  const list = typeof secrets === 'string' ? [secrets] : secrets;
  if (list.length === 0) throw new WebhookError('bad_secret', 'there is no signing secret');
  return list.map(checkSecret);
}
