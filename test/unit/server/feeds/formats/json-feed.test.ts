import { describe, expect, it } from 'vitest';
import { read } from '../../../../helpers/read-input.ts';

const feed = (items: unknown, more: object = {}) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'The <b>Paper</b>',
    home_page_url: 'https://example.com/',
    feed_url: 'https://example.com/feed.json',
    items,
    ...more,
  });

describe('a JSON Feed', () => {
  it('becomes news items', async () => {
    const { items, rejections } = await read(
      feed([
        {
          id: 'https://example.com/1',
          url: '/1',
          title: 'One < two',
          summary: 'What happened',
          content_html: '<p>All</p><p>of it</p>',
          date_published: '2024-05-06T07:08:09Z',
        },
        { id: 2, external_url: 'https://example.org/2', content_text: 'Plain <b>text</b>' },
      ]),
    );
    expect(rejections).toEqual([]);
    expect(items).toMatchObject([
      {
        title: 'One < two',
        url: 'https://example.com/1',
        description: 'What happened',
        body: 'All of it',
        source: 'The <b>Paper</b>',
        publication_date: Date.UTC(2024, 4, 6, 7, 8, 9),
      },
      { title: 'Plain <b>text</b>', url: 'https://example.org/2', publication_date: null },
    ]);
  });

  it('may be formatted over several lines', async () => {
    const text = JSON.stringify(JSON.parse(feed([{ id: '1', title: 'T' }])), null, 2);
    expect((await read(text)).items.length).toBe(1);
  });

  it('may have no title', async () => {
    const { items } = await read(
      '{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","title":"T"}]}',
    );
    expect(items).toMatchObject([{ title: 'T', source: null }]);
  });

  it('has its unusable items rejected by number', async () => {
    const { items, rejections } = await read(
      feed([null, 'text', { id: '3' }, { id: '4', title: 'T' }, {}]),
    );
    expect(items.map(({ title }) => title)).toEqual(['T']);
    expect(rejections).toEqual(
      [1, 2, 3, 5].map((number) => `entry ${number}: has no title, text or link`),
    );
  });

  it('that is truncated or has no items is an error', async () => {
    await expect(read(feed([{ id: '1' }]).slice(0, -5))).rejects.toThrow(
      'test: is not valid JSON, so it cannot be read as a JSON Feed',
    );
    await expect(read(feed(undefined))).rejects.toThrow('without items');
  });

  it.each([
    ['items', '{},'],
    ['arrays', '[],'],
    ['numbers', '1,'],
    ['texts', '"",'],
    ['properties', '{"a":1,"b":2},'],
  ])('is not parsed if it has too many values: %s', async (_, piece) => {
    const start = '{"version":"https://jsonfeed.org/version/1.1","items":[';
    const text = `${start}${piece.repeat(500_000 / (piece.match(/[{[,]/g) ?? []).length)}`;
    const problem = 'test: has more than 500000 values';
    // The text is not valid JSON: a parser would report that.
    await expect(read(text)).rejects.toThrow(problem);
    await expect(read(Buffer.from(`\ufeff${text}`, 'utf16le'))).rejects.toThrow(problem);
  });

  it('is not parsed if it has too many levels', async () => {
    const text = feed([]).replace('[]', `[${'['.repeat(100)}`);
    await expect(read(text)).rejects.toThrow('test: has more than 100 levels');
  });

  it('may have items with very many other properties, which are not read', async () => {
    const others = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`_${index}`, {}]),
    );
    const { items } = await read(feed([{ ...others, id: '1', title: 'T', summary: { a: 'b' } }]));
    expect(items).toMatchObject([{ title: 'T', description: '' }]);
  });
});
