import { describe, expect, it } from 'vitest';
import { documentKind } from '../../../../src/server/feeds/formats/document-kind.ts';
import { plainText } from '../../../../src/server/feeds/text/plain-text.ts';
import { read } from '../../../helpers/read-input.ts';

/**
 * A scan in quadratic time needs minutes for each of these, and the test's time is up. Sizes are
 * in UTF-16 code units.
 */
const SIZE = 1_000_000;

const filled = (piece: string, size = SIZE) => piece.repeat(size / piece.length);
const rss = (items: string, channel = '<channel>') => `<rss>${channel}${items}</channel></rss>`;
const atom = (content: string) => `<feed xmlns="http://www.w3.org/2005/Atom">${content}</feed>`;
const counts = async (text: string) => {
  const { items, rejections } = await read(text);
  return [items.length, rejections.length];
};

describe('a source written to take long is read in linear time', () => {
  it.each([
    ['spaces', filled(' ', 4 * SIZE)],
    ['spaces in a section', `<![CDATA[${filled(' ', 4 * SIZE)}x`],
    ['its own beginning', filled('<feedburner:origLink> </feedburner:origLink>')],
  ])('with an original link of %s', async (_, content) => {
    const end = content.includes('CDATA') ? ']]>' : '';
    const link = `<feedburner:origLink>${content}${end}</feedburner:origLink>`;
    const text = rss(`<item><title>T</title>${link}</item>`);
    expect(await counts(text)).toEqual([1, 0]);
  });

  it('with an address that every link is relative to', async () => {
    const base = `<channel><link>https://example.com/${filled('a')}</link>`;
    const items = filled('<item><title>T</title><link>a</link></item>');
    expect((await counts(rss(items, base)))[1]).toBe(0);
  });

  it('with an id that every id is unique within', async () => {
    const entries = filled('<entry><id>a</id><title>T</title></entry>');
    expect((await counts(atom(`<id>${filled('a')}</id>${entries}`)))[1]).toBe(0);
  });

  it.each([
    ['attributes', `<channel a="${filled('a', 4 * SIZE)}">`],
    ['a prefix', `<${filled('a', 4 * SIZE)}:channel>`],
  ])('with a channel that has much for %s', async (_, channel) => {
    const items = filled('<item><title>T</title></item>', 700_000);
    expect((await counts(rss(items, channel)))[0]).toBe(Math.floor(700_000 / 29));
  });
});

describe('a head written to take long is told in linear time', () => {
  it.each(['\n', '\n ', ' \r\n', '\n\t{', '\u2028'])('of %j', (piece) => {
    expect(documentKind(Buffer.from(`x${filled(piece)}`), null)).toEqual({
      looksLike: 'plain text',
    });
  });
});

describe('a text written to take long is read in linear time', () => {
  it.each(['<zz ', '<zz a', '<zz', '</zz ', '<a "', '<zz:', '<![CDATA[', '<!a', '<template>'])(
    'six times %j',
    (piece) => {
      const text = `${filled(piece, SIZE - 10)}>`;
      for (let time = 0; time < 6; time += 1) {
        expect(plainText(text, 'html').length).toBeLessThanOrEqual(text.length);
      }
    },
  );
});
