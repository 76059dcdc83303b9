import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../src/node/redactor.ts';

function redact(text: string, ...secrets: string[]): string {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.conceal(secret);
  return redactor.redact(text);
}

const keys = ['nw_live_0123456789abcdef', 'k3y!', 'a"b\\c/d+e', 'sécret~\u{1f511}', "'(key)'*%41"];

it.each(keys)('the text %s is redacted if it is exactly the secret', (key) => {
  expect(redact(key, key)).toBe('***');
});

describe.each(keys)('the secret %s', (key) => {
  const every = [...Buffer.from(key)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('');
  const unicode = Array.from(
    { length: key.length },
    (_, index) => `\\u${key.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
  it.each([
    ['plain', key],
    ['percent-encoded', encodeURIComponent(key)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(key))],
    ['percent-encoded in lowercase, every character', every],
    ['percent-encoded in uppercase, every character', every.toUpperCase()],
    ['as in a form', new URLSearchParams({ key }).toString().slice(4)],
    ['in JSON', JSON.stringify(key).slice(1, -1)],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(key)).slice(3, -3)],
    ['with Unicode escapes', unicode],
    ['in hex', Buffer.from(key).toString('hex')],
    ['in uppercase hex', Buffer.from(key).toString('hex').toUpperCase()],
  ])('is concealed %s', (_name, text) => {
    expect(redact(`before ${text} after`, key)).toBe('before *** after');
  });

  it.each(['', 'x', 'xy', 'xyz', 'user:', 'Bearer '])(
    'is concealed in base64 after %j',
    (prefix) => {
      for (const encoding of ['base64', 'base64url'] as const) {
        const text = Buffer.from(`${prefix}${key} and more`).toString(encoding);
        expect(redact(text, key)).toMatch(/^[\w+/-]{0,10}\*{3}$/);
      }
    },
  );
});

it('conceals a longer secret that contains another', () => {
  expect(redact('abcd1234 abcd', 'abcd', 'abcd1234')).toBe('*** ***');
});

it('ignores secrets that would match ordinary text', () => {
  expect(redact('an a is in any text', 'a', '', 'an', 'any')).toBe('an a is in any text');
});

it('takes linear time for a text of backslashes', () => {
  const text = '\\'.repeat(1_000_000);
  expect(redact(`${text}k3y!${text}`, 'k3y!', 'nw_live_0123456789abcdef')).toBe(`***${text}`);
});

describe('a secret of 60,000 characters', () => {
  const secret = `${randomBytes(45_000).toString('base64')}"`;

  it.each([
    ['plain', secret],
    ['percent-encoded', encodeURIComponent(secret)],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in hex', Buffer.from(secret).toString('hex')],
    ['cut off', secret.slice(0, 80)],
  ])('is concealed %s', (_name, text) => {
    expect(redact(`before ${text} after ${text}`, secret)).toBe('before *** after ***');
  });
});
