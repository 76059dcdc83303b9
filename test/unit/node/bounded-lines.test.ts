import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { boundedLines } from '../../../src/node/bounded-lines.ts';
import { TooLargeError } from '../../../src/node/too-large-error.ts';
import { byteChunks } from '../../helpers/byte-chunks.ts';

it('splits text into lines, the last of which may have no end', async () => {
  const chunks = ['one\r', '\n\ntw', 'o\nthree'].map((text) => Buffer.from(text));
  const lines = boundedLines(Readable.from(chunks), 5);
  expect(await Readable.from(lines).toArray()).toEqual(['one', '', 'two', 'three']);
});

it('keeps no chunk, however small they are', async () => {
  const lines = boundedLines(byteChunks('one byte each\nand more'), 100);
  expect(await Readable.from(lines).toArray()).toEqual(['one byte each', 'and more']);
});

it('fails at a line beyond the limit', async () => {
  const lines = boundedLines(byteChunks('four\nfives'), 4);
  await expect(Readable.from(lines).toArray()).rejects.toThrow(TooLargeError);
});
