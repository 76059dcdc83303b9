import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { peek } from '../../../../../src/server/feeds/input/peek.ts';
import { byteChunks } from '../../../../helpers/byte-chunks.ts';

it.each([
  ['', ''],
  ['12', '12'],
  ['123', '123'],
  ['12345', '123'],
])('reads ahead in %j', async (text, expected) => {
  const { head, bytes } = await peek(Readable.from([Buffer.from(text)]), 3);
  expect(String(head)).toBe(expected);
  expect(String(await buffer(bytes))).toBe(text);
});

it('keeps no chunk, however small they are', async () => {
  const { head, bytes } = await peek(byteChunks('one byte each'), 8);
  expect(String(head)).toBe('one byte');
  const rest: string[] = [];
  for await (const chunk of bytes) rest.push(String(chunk));
  expect(rest.join('')).toBe('one byte each');
});
