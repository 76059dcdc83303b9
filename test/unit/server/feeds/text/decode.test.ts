import { describe, expect, it } from 'vitest';
import { decode } from '../../../../../src/server/feeds/text/decode.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>é</a>`;

describe('the encoding of a document', () => {
  it.each([
    ['UTF-8 where nothing is said', Buffer.from('<a>é</a>'), null],
    ['a byte order mark of UTF-8', Buffer.from('\ufeff<a>é</a>'), 'iso-8859-1'],
    ['a byte order mark of UTF-16LE', Buffer.from('\ufeff<a>é</a>', 'utf16le'), 'utf-8'],
    ['a byte order mark of UTF-16BE', utf16be('\ufeff<a>é</a>'), null],
    ['UTF-16LE without a mark', Buffer.from('<a>é</a>', 'utf16le'), null],
    ['UTF-16BE without a mark', utf16be('<a>é</a>'), null],
    ['the charset of the answer', latin1('<a>é</a>'), 'ISO-8859-1'],
    ['the next one where the charset is unknown', Buffer.from('<a>é</a>'), 'x-unknown'],
  ])('is %s', (_, bytes, charset) => expect(decode(bytes, charset)).toBe('<a>é</a>'));

  it('is what the XML declares', () => {
    expect(decode(latin1(declared('ISO-8859-1')), null)).toContain('<a>é</a>');
    expect(
      decode(latin1(declared("windows-1252' standalone='no").replaceAll('"', "'")), null),
    ).toContain('é');
  });

  it('is what the answer says rather than what the XML declares', () => {
    expect(decode(Buffer.from(declared('ISO-8859-1')), 'utf-8')).toContain('<a>é</a>');
  });

  it('is what the XML declares where the bytes contradict the answer', () => {
    expect(decode(latin1(declared('ISO-8859-1')), 'utf-8')).toContain('<a>é</a>');
  });

  it('is not UTF-16 because of a declaration that reads as ASCII', () => {
    expect(decode(Buffer.from(declared('UTF-16')), null)).toContain('<a>é</a>');
  });
});

it('replaces bytes that mean nothing', () => {
  expect(decode(Buffer.from([0x61, 0xff, 0x62]), null)).toBe('a\ufffdb');
});

it('leaves out half a character at the end of a part', () => {
  expect(decode(Buffer.from('aé').subarray(0, 2), null, true)).toBe('a');
});
