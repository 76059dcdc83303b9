import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeDocument } from '../../../../../src/server/feeds/text/decode-document.ts';
import { documentEncoding } from '../../../../../src/server/feeds/text/document-encoding.ts';
import { read } from '../../../../helpers/read-input.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf32le = (text: string) =>
  Buffer.from(Uint32Array.from([...text], (character) => character.codePointAt(0) ?? 0).buffer);
const utf32be = (text: string) => utf32le(text).swap32();
const bytesOf = (text: string, encoding: string) => iconv.encode(text, encoding);
const declared = (encoding: string, text = 'é') =>
  `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`;

describe('decodeDocument detects', () => {
  it.each([
    ['UTF-8 by default', Buffer.from('<a>é</a>'), null],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeff<a>é</a>'), 'iso-8859-1'],
    ['UTF-16LE with a byte order mark', Buffer.from('\ufeff<a>é</a>', 'utf16le'), 'utf-8'],
    ['UTF-16BE with a byte order mark', utf16be('\ufeff<a>é</a>'), null],
    ['UTF-16LE without a byte order mark', Buffer.from('<a>é</a>', 'utf16le'), null],
    ['UTF-16BE without a byte order mark', utf16be('<a>é</a>'), 'utf-16'],
    ['UTF-32LE with a byte order mark', utf32le('\ufeff<a>é</a>'), null],
    ['UTF-32BE with a byte order mark', utf32be('\ufeff<a>é</a>'), 'utf-8'],
    ['UTF-32LE without a byte order mark', utf32le('<a>é</a>'), null],
    ['UTF-32BE without a byte order mark', utf32be('<a>é</a>'), 'utf-32'],
    ['the charset of the response', latin1('<a>é</a>'), 'ISO-8859-1'],
    ['UTF-8 if the charset is unknown', Buffer.from('<a>é</a>'), 'x-unknown'],
    ['UTF-8 if the charset is UTF-16 and the document ASCII', Buffer.from('<a>é</a>'), 'utf-16'],
    ['UTF-8 in spite of a charset that fits as well', Buffer.from('<a>é</a>'), 'iso-8859-1'],
    ['windows-1252 if nothing is declared', latin1('<a>é</a>'), null],
    ['windows-1252 if UTF-8 is declared', latin1('<a>é</a>'), 'utf-8'],
  ])('%s', (_, bytes, charset) => expect(decodeDocument(bytes, charset)).toBe('<a>é</a>'));

  it('the encoding of the XML declaration', () => {
    expect(decodeDocument(bytesOf(declared('ISO-8859-2', 'łódź'), 'iso-8859-2'), null)).toContain(
      '<a>łódź</a>',
    );
    expect(
      decodeDocument(latin1(declared("windows-1252' standalone='no").replaceAll('"', "'")), null),
    ).toContain('é');
  });

  it('the charset of the response rather than the XML declaration', () => {
    const bytes = bytesOf(declared('ISO-8859-1', 'łódź'), 'windows-1250');
    expect(decodeDocument(bytes, 'windows-1250')).toContain('<a>łódź</a>');
  });

  it('the XML declaration if the bytes do not fit the charset', () => {
    const bytes = bytesOf(declared('windows-1251', 'ставки упали'), 'windows-1251');
    expect(decodeDocument(bytes, 'utf-8')).toContain('<a>ставки упали</a>');
    expect(decodeDocument(bytes, 'shift_jis')).toContain('<a>ставки упали</a>');
  });

  it('that a declaration of UTF-16 that is readable as ASCII is wrong', () => {
    expect(decodeDocument(Buffer.from(declared('UTF-16')), null)).toContain('<a>é</a>');
  });
});

describe('a document that declares a wrong encoding', () => {
  const chinese = '各国央行下调利率';

  it('is UTF-8 if it is valid UTF-8', () => {
    for (const label of ['iso-8859-1', 'us-ascii', 'windows-1251', 'gbk', 'shift_jis', 'big5']) {
      const text = declared(label, chinese);
      expect(decodeDocument(Buffer.from(text), null), label).toBe(text);
    }
  });

  it('is UTF-8 if only a few bytes are invalid, which become U+FFFD', () => {
    const bytes = Buffer.from(declared('iso-8859-1', `${chinese}|${chinese}`));
    bytes[bytes.indexOf('|')] = 0xff;
    expect(decodeDocument(bytes, null)).toContain(`${chinese}\ufffd${chinese}`);
    expect(decodeDocument(bytes, 'utf-8')).toContain(`${chinese}\ufffd${chinese}`);
  });

  it('keeps a declared encoding of several bytes with a few invalid bytes', () => {
    const bytes = bytesOf(declared('shift_jis', '日本銀行が利上げ|発表'), 'shift_jis');
    bytes[bytes.indexOf('|')] = 0xff;
    expect(decodeDocument(bytes, null)).toContain('日本銀行が利上げ\ufffd発表');
  });
});

describe('the encoding of a document that declares none is usual for its language:', () => {
  it.each([
    ['ru', 'windows-1251', 'Центральный банк снизил ставку'],
    ['ru-RU', 'koi8-r', 'Центральный банк снизил ставку'],
    ['uk', 'koi8-u', 'Національний банк знизив ставку'],
    ['pl', 'windows-1250', 'Śnieżyca ogłoszona w Łodzi'],
    ['pl', 'iso-8859-2', 'śnieżyca ogłoszona w Łodzi'],
    ['tr', 'windows-1254', 'Merkez Bankası faizi düşürdü, işçi'],
    ['el', 'windows-1253', 'Η κεντρική τράπεζα'],
    ['he', 'windows-1255', 'הבנק המרכזי'],
    ['ar', 'windows-1256', 'خفض البنك المركزي'],
    ['lt', 'windows-1257', 'Lietuvos bankas sumažino palūkanas'],
    ['th', 'windows-874', 'ธนาคารกลางลดดอกเบี้ย'],
    ['ja', 'shift_jis', '日本銀行が利上げをきめた'],
    ['ja', 'euc-jp', '日本銀行が利上げをきめた'],
    ['ko', 'euc-kr', '한국은행 기준금리 똠방각하'],
    ['zh-CN', 'gb18030', '央行下调利率'],
    ['zh-TW', 'big5', '央行調降利率'],
    ['fr', 'windows-1252', 'Société à responsabilité limitée: l\u2019été'],
  ])('%s %s', (language, encoding, title) => {
    const text = `<rss><channel><language>${language}</language><title>${title}</title>`;
    expect(documentEncoding(bytesOf(text, encoding), null)).toBe(encoding);
    expect(decodeDocument(bytesOf(text, encoding), null)).toBe(text);
  });

  it('unknown if most of its letters are not ASCII', () => {
    const bytes = bytesOf('<a>Центральный банк снизил ставку</a>', 'windows-1251');
    expect(decodeDocument(bytes, null)).toMatch(/^<a>\ufffd+/);
  });
});

it('replaces invalid bytes of UTF-8', () => {
  const bytes = Buffer.concat([Buffer.from('aéü'), Buffer.from([0xff, 0x62])]);
  expect(decodeDocument(bytes, null)).toBe('aéü\ufffdb');
});

it('omits an incomplete character at the end of a partial document', () => {
  expect(decodeDocument(Buffer.from('éaé').subarray(0, 4), null, true)).toBe('éa');
});

describe('JSON Lines', () => {
  const record = (title: string) => `${JSON.stringify({ title })}\n`;

  it.each([
    ['windows-1252', bytesOf(record('\u201cdéjà\u201d \u2013 \u20ac10'), 'windows-1252'), null],
    ['UTF-16LE', Buffer.from(record('\u201cdéjà\u201d \u2013 \u20ac10'), 'utf16le'), null],
    ['UTF-32BE', utf32be(`\ufeff${record('\u201cdéjà\u201d \u2013 \u20ac10')}`), null],
    ['a declared windows-1250', bytesOf(record('łódź'), 'windows-1250'), 'windows-1250'],
  ])('are read in %s', async (_, bytes, charset) => {
    const expected = charset ? 'łódź' : '\u201cdéjà\u201d \u2013 \u20ac10';
    for (const chunkSize of [7, 65_536]) {
      const { items } = await read(bytes, { charset, chunkSize });
      expect(items.map(({ title }) => title)).toEqual([expected]);
    }
  });

  it('are read in the encoding of the first part that is not ASCII', async () => {
    const bytes = latin1(`${record('plain').repeat(10_000)}${record('déjà')}`);
    const { items } = await read(bytes);
    expect(items.at(-1)?.title).toBe('déjà');
  });
});
