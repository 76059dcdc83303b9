import { expect, it } from 'vitest';
import { keyChanges } from '../../../../src/webhooks/explain/key-changes.ts';

function changesOf(secret: string): string[] {
  return keyChanges(secret).map(({ code, value }) => `${code} ${JSON.stringify(String(value))}`);
}

it('tries the mistakes that senders make with a secret', () => {
  expect(changesOf('whsec_dGhl')).toEqual([
    String.raw`secret_newline "whsec_dGhl\n"`,
    String.raw`secret_newline "whsec_dGhl\r\n"`,
    String.raw`secret_quoted "\"whsec_dGhl\""`,
    'secret_decoded "the"',
    'secret_prefix "dGhl"',
  ]);
});

it('decodes a secret from hex, and adds a missing prefix', () => {
  expect(changesOf('746865')).toEqual(
    expect.arrayContaining(['secret_decoded "the"', 'secret_prefix "whsec_746865"']),
  );
});

it.each([
  [' text ', 'secret_white_space "text"'],
  ['"text"', 'secret_quoted "text"'],
  ["'text'\n", 'secret_quoted "text"'],
  [' whsec_text ', 'secret_prefix "text"'],
])('tries %j as %s', (secret, change) => {
  expect(changesOf(secret)).toContain(change);
});

it.each(['"text\'', '"', 'text', 'a"text"', '"text"a'])(
  'does not remove quotes from %j',
  (secret) => {
    const unquoted = keyChanges(secret).filter(({ message }) =>
      message.includes('without the quotes'),
    );
    expect(unquoted).toEqual([]);
  },
);

it('removes the prefix only from the start', () => {
  expect(changesOf('my_whsec_text')).toContain('secret_prefix "whsec_my_whsec_text"');
});

it('says in words how the key differs from the secret', () => {
  expect(keyChanges(' "whsec_abcd" ').map(({ message }) => message)).toEqual([
    'without the white space around it',
    'with a newline (\\n) at the end',
    'with a newline (\\r\\n) at the end',
    'without the quotes around it',
    'with double quotes around it',
    'decoded from base64, as in Standard Webhooks; the key of this service is the text itself',
    'without its prefix whsec_',
    'with the prefix whsec_',
  ]);
  expect(keyChanges('746865').map(({ message }) => message)).toContain('decoded from hex');
});
