import { describe, expect, it } from 'vitest';
import { GrowingBytes } from '../../../src/node/growing-bytes.ts';

/** The size of the array in which chunks of these sizes were collected. */
function arraySize(expected: number, ...chunks: number[]): number {
  const bytes = new GrowingBytes(1000, expected);
  for (const size of chunks) bytes.add(new Uint8Array(size));
  return bytes.take().buffer.byteLength;
}

describe('the array of collected bytes', () => {
  it('has the expected size from the first chunk on', () => {
    expect(arraySize(100, 90)).toBe(100);
    expect(arraySize(100, 90, 10)).toBe(100);
  });

  it('is at most twice as large as what has arrived', () => {
    expect(arraySize(1000, 10)).toBe(20);
    expect(arraySize(1e9, 300, 301)).toBe(1000);
  });

  it('grows when there are more bytes than expected', () => {
    expect(arraySize(5, 10, 10)).toBe(20);
  });
});
