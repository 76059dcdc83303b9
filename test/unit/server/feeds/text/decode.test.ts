import { describe, expect, it } from 'vitest';
import { decode } from '../../../../../src/server/feeds/text/decode.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>é</a>`;

describe('decode', () => {
  it.each([
    ['UTF-8 by default', Buffer.from('<a>é</a>'), null],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeff<a>é</a>'), 'iso-8859-1'],
    ['UTF-16LE with a byte order mark', Buffer.from('\ufeff<a>é</a>', 'utf16le'), 'utf-8'],
    ['UTF-16BE with a byte order mark', utf16be('\ufeff<a>é</a>'), null],
    ['UTF-16LE without a byte order mark', Buffer.from('<a>é</a>', 'utf16le'), null],
    ['UTF-16BE without a byte order mark', utf16be('<a>é</a>'), null],
    ['the charset of the response', latin1('<a>é</a>'), 'ISO-8859-1'],
    ['UTF-8 if the charset is unknown', Buffer.from('<a>é</a>'), 'x-unknown'],
  ])('detects %s', (_, bytes, charset) => expect(decode(bytes, charset)).toBe('<a>é</a>'));

  it('uses the encoding of the XML declaration', () => {
    expect(decode(latin1(declared('ISO-8859-1')), null)).toContain('<a>é</a>');
    expect(
      decode(latin1(declared("windows-1252' standalone='no").replaceAll('"', "'")), null),
    ).toContain('é');
  });

  it('prefers the charset of the response to the XML declaration', () => {
    expect(decode(Buffer.from(declared('ISO-8859-1')), 'utf-8')).toContain('<a>é</a>');
  });

  it('uses the XML declaration if the bytes do not fit the charset', () => {
    expect(decode(latin1(declared('ISO-8859-1')), 'utf-8')).toContain('<a>é</a>');
  });

  it('ignores a declaration of UTF-16 that is readable as ASCII', () => {
    expect(decode(Buffer.from(declared('UTF-16')), null)).toContain('<a>é</a>');
  });
});

it('replaces invalid bytes', () => {
  expect(decode(Buffer.from([0x61, 0xff, 0x62]), null)).toBe('a\ufffdb');
});

it('omits an incomplete character at the end of a partial document', () => {
  expect(decode(Buffer.from('aé').subarray(0, 2), null, true)).toBe('a');
});
