import { describe, expect, it } from 'vitest';
import { documentKind } from '../../../../src/server/feeds/formats/document-kind.ts';
import { splitXmlFeed } from '../../../../src/server/feeds/formats/split-xml-feed.ts';
import { plainText } from '../../../../src/server/feeds/text/plain-text.ts';
import { read } from '../../../helpers/read-input.ts';

/** UTF-16 code units, so many that these tests time out if any step takes quadratic time. */
const size = 1_000_000;

const filled = (piece: string, length = size) => piece.repeat(length / piece.length);
const rss = (items: string, channel = '<channel>') => `<rss>${channel}${items}</channel></rss>`;
const atom = (content: string) => `<feed xmlns="http://www.w3.org/2005/Atom">${content}</feed>`;
const counts = async (text: string) => {
  const { items, rejections } = await read(text);
  return [items.length, rejections.length];
};

describe('a hostile feed is read in linear time', () => {
  it.each([
    ['spaces', filled(' ', 4 * size)],
    ['spaces in a section', `<![CDATA[${filled(' ', 4 * size)}x`],
    ['nested start tags', filled('<feedburner:origLink> </feedburner:origLink>')],
  ])('with an original link of %s', async (_, content) => {
    const end = content.includes('CDATA') ? ']]>' : '';
    const link = `<feedburner:origLink>${content}${end}</feedburner:origLink>`;
    const text = rss(`<item><title>T</title>${link}</item>`);
    expect(await counts(text)).toEqual([1, 0]);
  });

  it('with a long base of all links', async () => {
    const base = `<channel><link>https://example.com/${filled('a')}</link>`;
    const items = filled('<item><title>T</title><link>a</link></item>');
    expect((await counts(rss(items, base)))[1]).toBe(0);
  });

  it('with a long id as the scope of all ids', async () => {
    const entries = filled('<entry><id>a</id><title>T</title></entry>');
    expect((await counts(atom(`<id>${filled('a')}</id>${entries}`)))[1]).toBe(0);
  });

  it.each([
    ['attributes', `<channel a="${filled('a', 4 * size)}">`],
    ['prefix', `<${filled('a', 4 * size)}:channel>`],
  ])('with a channel that has long %s', async (_, channel) => {
    const items = filled('<item><title>T</title></item>', 700_000);
    expect((await counts(rss(items, channel)))[0]).toBe(Math.floor(700_000 / 29));
  });
});

describe('the entries of a hostile feed are found in linear time', () => {
  it.each([
    '<!--',
    '<![CDATA[',
    '<![',
    '<?',
    '<!',
    '<a',
    '<a "',
    '<a b="',
    '<a b=',
    '<a =',
    '</',
    '<a>',
  ])('before unclosed %j', (piece) => {
    const text = `<rss><item/>${filled(piece, 4 * size)}`;
    expect(splitXmlFeed(text, 10)).toMatchObject({ entries: ['<item/>'], complete: false });
  });
});

describe('the kind of a hostile document is detected in linear time', () => {
  it.each(['\n', '\n ', ' \r\n', '\n\t{', '\u2028'])('of %j', (piece) => {
    expect(documentKind(Buffer.from(`x${filled(piece)}`), null)).toEqual({
      looksLike: 'plain text',
    });
  });
});

describe('hostile HTML is converted in linear time', () => {
  it.each(['<zz ', '<zz a', '<zz', '</zz ', '<a "', '<zz:', '<![CDATA[', '<!a', '<template>'])(
    'made of %j, six times',
    (piece) => {
      const text = `${filled(piece, size - 10)}>`;
      for (let time = 0; time < 6; time += 1) {
        expect(plainText(text, 'html').length).toBeLessThanOrEqual(text.length);
      }
    },
  );
});
