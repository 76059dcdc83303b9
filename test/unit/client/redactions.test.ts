import { expect, it } from 'vitest';
import { redactions } from '../../../src/client/redactions.ts';

it.each([
  'authorization',
  'cookie',
  'x-api-key',
  'x-apikey',
  'x-auth-token',
  'x-authtoken',
  'x_access_token',
  'x-credentials',
  'x-csrf',
  'x-session-id',
  'x-signature',
])('conceals a short value of the header %s', (name) => {
  const redact = redactions('nw_key_0123456789', {})({ [name]: 'abc123' });
  expect(redact('got abc123')).toBe('got ***');
});

it.each(['x-author', 'x-tenant', 'x-keyboard', 'accept-language'])(
  'keeps a short value of the header %s',
  (name) => {
    const redact = redactions('nw_key_0123456789', { [name]: 'abc123' })({});
    expect(redact('got abc123 of nw_key_0123456789')).toBe('got abc123 of ***');
  },
);
