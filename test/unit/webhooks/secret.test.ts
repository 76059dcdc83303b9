import { checkSecret, WebhookError } from 'newswatch/webhooks';
import { expect, it } from 'vitest';
import { checkSecrets } from '../../../src/webhooks/secret.ts';

function errorOf(work: () => unknown): WebhookError {
  try {
    work();
  } catch (error) {
    if (error instanceof WebhookError) return error;
  }
  throw new Error('no WebhookError was thrown');
}

it.each(['whsec_x', 'two words', 'line\nbreak', 'é'])('returns the secret %j', (secret) => {
  expect(checkSecret(secret)).toBe(secret);
});

it.each([
  ['', 'the signing secret is empty'],
  [' secret', 'the signing secret starts with whitespace'],
  ['\nsecret', 'the signing secret starts with whitespace'],
  ['secret\n', 'the signing secret ends with a newline'],
  ['secret\r\n', 'the signing secret ends with a newline'],
  ['secret\r', 'the signing secret ends with a newline'],
  ['secret\t', 'the signing secret ends with whitespace'],
  ['se\0cret', 'the signing secret contains a NUL character'],
])('docs/receiver-cases.md, case 40: rejects the secret %j', (secret, message) => {
  const error = errorOf(() => checkSecret(secret));
  expect([error.reason, error.status, error.message]).toEqual(['bad_secret', 500, message]);
  expect(errorOf(() => checkSecrets(['good', secret])).message).toBe(message);
});

it('returns one secret or several as a list', () => {
  expect([checkSecrets('one'), checkSecrets(['one', 'two'])]).toEqual([['one'], ['one', 'two']]);
});

it('requires at least one secret', () => {
  expect(errorOf(() => checkSecrets([])).message).toBe('there is no signing secret');
});
