import { expect, it } from 'vitest';
import { parseByteCount } from '../../../../../src/cli/output/view/byte-count.ts';

it.each([
  ['4000', 4000],
  ['4k', 4000],
  ['4K', 4000],
  ['4kB', 4000],
  ['4 kb', 4000],
  ['4KiB', 4096],
  ['1M', 1_000_000],
  ['1MiB', 1_048_576],
  ['80B', 80],
])('%s is %i bytes', (text, bytes) => {
  expect(parseByteCount('--max-bytes', text)).toBe(bytes);
});

it.each(['0', '0k', '-1', '', '4i', '4G', '1e3', '4.5k', '9999999999'])(
  '%j is rejected',
  (text) => {
    expect(() => parseByteCount('--max-bytes', text)).toThrow(
      '--max-bytes must be a number of bytes, such as 4000 or 4kB',
    );
  },
);
