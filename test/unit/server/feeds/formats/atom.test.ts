import { describe, expect, it } from 'vitest';
import { read } from '../../../../helpers/read-input.ts';

const HEAD =
  '<title>Releases</title><id>tag:example.com,2024:feed</id><link rel="self" href="https://example.com/x/releases.atom"/><link href="https://example.com/x/releases"/>';
const feed = (entries: string, head = HEAD, attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" ${attributes}>${head}${entries}</feed>`;
const readOne = async (content: string, ...rest: [head?: string, attributes?: string]) => {
  const { items, rejections } = await read(feed(`<entry>${content}</entry>`, ...rest));
  expect(rejections).toEqual([]);
  return items[0];
};

describe('an Atom entry', () => {
  it('becomes a news item', async () => {
    const news =
      await readOne(`<id>tag:example.com,2024:1</id><title type="html">A &amp;amp; &lt;b>B&lt;/b></title>
      <link rel="alternate" type="text/html" href="/x/1"/><summary>What happened</summary>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>1 &lt; 2</p><p>Then</p></div></content>
      <updated>2024-05-07T00:00:00Z</updated><published>2024-05-06T07:08:09+02:00</published>`);
    expect(news).toEqual({
      id: expect.stringMatching(/^item_[0-9a-f]{20}$/),
      title: 'A & B',
      url: 'https://example.com/x/1',
      description: 'What happened',
      body: '1 < 2 Then',
      source: 'Releases',
      publication_date: Date.UTC(2024, 4, 6, 5, 8, 9),
    });
  });

  it('has texts of the type that they declare', async () => {
    const escaped = '&lt;b>1&lt;/b> &amp;amp; 2';
    expect((await readOne(`<title type="text">${escaped}</title>`))?.title).toBe(
      '<b>1</b> &amp; 2',
    );
    expect((await readOne(`<title type="html">${escaped}</title>`))?.title).toBe('1 & 2');
    expect((await readOne(`<title>${escaped}</title>`))?.title).toBe('1 & 2');
  });

  it('has its source and its Media RSS description', async () => {
    const news = await readOne(
      '<title>T</title><source><title>The Other</title></source><media:group><media:description>Seen</media:description></media:group>',
    );
    expect(news).toMatchObject({ source: 'The Other', description: 'Seen' });
  });

  it('is dated by its update if it has no other date', async () => {
    const news = await readOne('<title>T</title><updated>2024-05-06</updated>');
    expect(news?.publication_date).toBe(Date.UTC(2024, 4, 6));
  });

  it('without title, text and link is rejected', async () => {
    const { items, rejections } = await read(
      feed('<entry><author></author></entry><entry><id>tag:x,2024:1</id></entry>', ''),
    );
    expect(items).toEqual([]);
    expect(rejections).toEqual([
      'entry 1: has no title, text or link',
      'entry 2: has no title, text or link',
    ]);
  });
});

describe('an Atom 0.3 entry', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const readOld = async (content: string) => {
    const { items } = await read(
      `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title mode="base64">${base64('R\u00e4te & Co')}</title><entry>${content}</entry></feed>`,
    );
    return items[0];
  };

  it('may have texts in base64', async () => {
    const title = base64('1 < 2 & R\u00e4te').replace(/(.{8})/g, '$1\n  ');
    const news = await readOld(`<title type="text/plain" mode="base64">${title}</title>
      <content type="text/html" mode='base64'>${base64('<p>One</p><p>Two &amp; three</p>')}</content>
      <issued>2024-05-06T07:08:09+02:00</issued>`);
    expect(news).toMatchObject({
      title: '1 < 2 & R\u00e4te',
      body: 'One Two & three',
      source: 'R\u00e4te & Co',
      publication_date: Date.UTC(2024, 4, 6, 5, 8, 9),
    });
  });

  it('may have texts in windows-1252 in base64', async () => {
    const title = Buffer.from('\x93d\xe9j\xe0\x94', 'latin1').toString('base64');
    expect((await readOld(`<title mode="base64">${title}</title>`))?.title).toBe(
      '\u201cd\u00e9j\u00e0\u201d',
    );
  });

  it('may have escaped and XML texts', async () => {
    const escaped = '<title mode="escaped" type="text/html">A &lt;b>b&lt;/b> &amp;amp; c</title>';
    expect((await readOld(escaped))?.title).toBe('A b & c');
    const xml = '<title mode="xml" type="application/xhtml+xml">A <b>b</b> &amp; c</title>';
    expect((await readOld(xml))?.title).toBe('A b & c');
  });
});

describe('an Atom entry with elements of other vocabularies only', () => {
  const media =
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"';

  it.each([
    ['<media:title>T</media:title><media:description>D</media:description>', 'T', 'D'],
    ['<media:group><media:title>T</media:title></media:group>', 'T', ''],
    ['<media:content url="a"><media:title>T</media:title></media:content>', 'T', ''],
    ['<dc:title>T</dc:title><dc:description>D</dc:description>', 'T', 'D'],
    ['<itunes:title>T</itunes:title><itunes:summary>D</itunes:summary>', 'T', 'D'],
    ['<itunes:subtitle>D</itunes:subtitle>', 'D', 'D'],
  ])('%s is read', async (content, title, description) => {
    expect(await readOne(content, HEAD, media)).toMatchObject({ title, description });
  });

  it('has no text of a file in base64', async () => {
    const content = '<title>T</title><content type="application/octet-stream">YWJj</content>';
    expect(await readOne(content)).toMatchObject({ title: 'T', description: '', body: null });
  });
});

describe('the link of an Atom entry', () => {
  const link = (rel: string, href: string, type = '') =>
    `<link ${rel && `rel="${rel}"`} ${type && `type="${type}"`} href="https://example.com/${href}"/>`;

  it.each([
    [link('self', 'self') + link('alternate', 'page'), 'page'],
    [link('replies', 'replies') + link('', 'page'), 'page'],
    [
      link('alternate', 'json', 'application/json') + link('alternate', 'page', 'text/html'),
      'page',
    ],
    [link('self', 'self') + link('related', 'related'), 'related'],
    [link('edit', 'edit') + link('enclosure', 'audio'), null],
  ])('of %s is %s', async (links, page) => {
    const url = page === null ? null : `https://example.com/${page}`;
    expect((await readOne(`<title>T</title>${links}`))?.url).toBe(url);
  });

  it('is relative to the xml:base of the entry and of the feed', async () => {
    const entry = '<title>T</title><link href="1"/>';
    expect((await readOne(entry, HEAD, 'xml:base="https://example.org/a/"'))?.url).toBe(
      'https://example.org/a/1',
    );
    const { items } = await read(
      feed(`<entry xml:base="b/">${entry}</entry>`, HEAD, 'xml:base="https://example.org/a/"'),
    );
    expect(items[0]?.url).toBe('https://example.org/a/b/1');
  });
});

it('an Atom feed may use a prefix', async () => {
  const { items } = await read(
    '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Feed</a:title><a:entry><a:title>T</a:title></a:entry></a:feed>',
  );
  expect(items).toMatchObject([{ title: 'T', source: 'Feed' }]);
});
