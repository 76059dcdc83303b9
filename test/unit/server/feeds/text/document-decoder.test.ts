import { describe, expect, it } from 'vitest';
import {
  documentDecoder,
  encodingName,
} from '../../../../../src/server/feeds/text/document-decoder.ts';

const decoded = (label: string, ...bytes: number[]) => {
  const decoder = documentDecoder(encodingName(label) ?? '');
  return decoder.write(Uint8Array.from(bytes)) + decoder.end();
};

describe('a document is decoded as the Encoding Standard says on every version of Node:', () => {
  it.each([
    ['windows-1252', [0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xe9], '€…‘’“”–—é'],
    ['iso-8859-1', [0x93, 0xe9, 0x94], '“é”'],
    ['US-ASCII', [0x61, 0x97], 'a—'],
    ['ansi', [0x80], '€'],
    ['koi8-u', [0xae, 0xbe, 0xc0], 'ўЎю'],
    ['windows-1255', [0xca, 0xe0], '\u05baא'],
    ['iso-8859-16', [0xaa, 0xba, 0xa4], 'Șș€'],
    ['iso-8859-9', [0x80, 0xfe], '€ş'],
    ['macintosh', [0xdb, 0xbd, 0x8e], '€Ωé'],
    ['gbk', [0xa2, 0xe3, 0xd6, 0xd0], '€中'],
    ['gb2312', [0xa8, 0xbf, 0x94, 0x39, 0xda, 0x33], 'ǹ💩'],
    ['cp936', [0xd6, 0xd0], '中'],
    ['big5', [0x88, 0x62, 0xa4, 0xa4, 0x87, 0x40], 'Ê̄中䏰'],
    ['euc-kr', [0xb0, 0xa1, 0x8c, 0x63], '가똠'],
    ['ks_c_5601-1987', [0x8c, 0x63], '똠'],
    ['cp949', [0x8c, 0x63], '똠'],
    ['shift_jis', [0x93, 0xfa, 0xb1, 0x87, 0x40], '日ｱ①'],
    ['cp932', [0x93, 0xfa], '日'],
    ['euc-jp', [0xc6, 0xfc, 0x8f, 0xb0, 0xa2], '日丄'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42], '日'],
  ])('%s %j', (label, bytes, text) => expect(decoded(label, ...bytes)).toBe(text));
});

it('an unknown label has no encoding', () => {
  for (const label of ['', 'x-unknown', 'utf-7', 'base64', 'hex']) {
    expect(encodingName(label), label).toBeUndefined();
  }
});

it('a character may be in two chunks', () => {
  for (const [encoding, bytes, text] of [
    ['big5', [0x87, 0x40], '䏰'],
    ['euc-kr', [0x8c, 0x63], '똠'],
    ['utf-32le', [0x2d, 0x4e, 0, 0], '中'],
    ['gb18030', [0x94, 0x39, 0xda, 0x33], '💩'],
  ] as const) {
    const decoder = documentDecoder(encoding);
    const parts = bytes.map((byte) => decoder.write(Uint8Array.of(byte)));
    expect(parts.join('') + decoder.end(), encoding).toBe(text);
  }
});
