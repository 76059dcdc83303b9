import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readBounded } from '../../../src/node/read-bounded.ts';
import { TooLargeError } from '../../../src/node/too-large-error.ts';
import { byteChunks } from '../../helpers/byte-chunks.ts';

const chunks = ['four', 'five'].map((text) => Buffer.from(text));

it('reads a stream that is as large as the limit', async () => {
  expect(String(await readBounded(Readable.from(chunks), 8))).toBe('fourfive');
});

it('reads an empty stream', async () => {
  expect(await readBounded(Readable.from([]), 8)).toHaveLength(0);
});

it('stops at the first chunk beyond the limit and destroys the stream', async () => {
  const stream = Readable.from([...chunks, Buffer.from('more')]);
  const read = readBounded(stream, 7);
  await expect(read).rejects.toThrow(TooLargeError);
  await expect(read).rejects.toMatchObject({ limit: 7, message: 'larger than 7 bytes' });
  expect(stream.destroyed).toBe(true);
});

it('passes on the error of a stream', async () => {
  const stream = new Readable({ read: () => void stream.destroy(new Error('unplugged')) });
  await expect(readBounded(stream, 8)).rejects.toThrow('unplugged');
});

it('keeps no chunk, however small they are', async () => {
  const text = 'one byte each';
  expect(String(await readBounded(byteChunks(text), 100))).toBe(text);
});
