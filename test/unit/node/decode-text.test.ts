import { expect, it } from 'vitest';
import { decodeText } from '../../../src/node/decode-text.ts';

it.each([
  ['UTF-8', Buffer.from('{"key":"ü"}')],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeff{"key":"ü"}')],
  ['UTF-16 as Windows PowerShell writes it', Buffer.from('\ufeff{"key":"ü"}', 'utf16le')],
])('reads %s', (_encoding, bytes) => {
  expect(decodeText(bytes, { fatal: true })).toBe('{"key":"ü"}');
});

it('rejects or replaces other bytes', () => {
  const latin1 = Buffer.from('ü', 'latin1');
  expect(() => decodeText(latin1, { fatal: true })).toThrow(TypeError);
  expect(decodeText(latin1)).toBe('\ufffd');
});
