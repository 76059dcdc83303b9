import { expect, it } from 'vitest';
import {
  areEqualBytes,
  base64Bytes,
  hexBytes,
  hexText,
  latin1Bytes,
  latin1Text,
  utf8Bytes,
  utf8Text,
} from '../../../src/webhooks/bytes.ts';

const allBytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const plain = (bytes: Buffer) => new Uint8Array(bytes);

it.each(['', 'a', '\ufeffa', 'é', '東京', '\u{1f4f0}', 'lone \ud800 surrogate'])(
  'encodes %j as UTF-8, as Buffer does',
  (text) => {
    expect(utf8Bytes(text)).toEqual(plain(Buffer.from(text)));
  },
);

it('decodes UTF-8 as Buffer does, with a byte order mark and bytes that are not UTF-8', () => {
  for (const bytes of [allBytes, Buffer.from('\ufeffé'), Buffer.from([0xe2, 0x82, 0x41])]) {
    expect(utf8Text(bytes)).toBe(Buffer.from(bytes).toString());
  }
});

it('converts all bytes to hex and Latin-1, and back', () => {
  expect(hexText(allBytes)).toBe(Buffer.from(allBytes).toString('hex'));
  expect(hexBytes(hexText(allBytes).toUpperCase())).toEqual(allBytes);
  expect(latin1Text(allBytes)).toBe(Buffer.from(allBytes).toString('latin1'));
  expect(latin1Bytes(latin1Text(allBytes))).toEqual(allBytes);
  expect(latin1Bytes('東')).toEqual(plain(Buffer.from('東', 'latin1')));
});

it.each(['', '74686', '7468zz65', 'no hex'])('decodes the hex %j as Buffer does', (text) => {
  expect(hexBytes(text)).toEqual(plain(Buffer.from(text, 'hex')));
});

it.each(['', 'dGhl', 'dGhlIA==', 'dGhlIA', 'dGhlI', 'd Gh\nl', '-_+/', 'whsec_example', 'a', '!'])(
  'decodes the base64 %j as Buffer does',
  (text) => {
    expect(base64Bytes(text)).toEqual(plain(Buffer.from(text, 'base64')));
  },
);

it('compares bytes', () => {
  expect(areEqualBytes(allBytes, allBytes.slice())).toBe(true);
  expect(areEqualBytes(allBytes, allBytes.subarray(1))).toBe(false);
  expect(areEqualBytes(allBytes, allBytes.slice().reverse())).toBe(false);
});
