import { describe, expect, it } from 'vitest';
import { cutGzip, read } from '../../../../helpers/read-input.ts';

const feed = (items: string, head = '<title>The Paper</title><link>https://example.com/</link>') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${head}${items}</channel></rss>`;
const item = (content: string) => `<item>${content}</item>`;
const readOne = async (content: string, head?: string) => {
  const { items, rejections } = await read(feed(item(content), head));
  expect(rejections).toEqual([]);
  return items[0];
};

describe('an RSS item', () => {
  it('becomes a news item', async () => {
    const news = await readOne(`
      <title><![CDATA[One & only]]></title>
      <link>https://example.com/1?a=1&amp;b=2</link>
      <guid isPermaLink="false">https://example.com/?p=1</guid>
      <description>&lt;p&gt;What &amp;amp; where&lt;/p&gt;</description>
      <content:encoded><![CDATA[<p>All</p><p>of it</p>]]></content:encoded>
      <pubDate>Mon, 06 May 2024 07:08:09 GMT
      </pubDate>`);
    expect(news).toEqual({
      id: expect.stringMatching(/^item_[0-9a-f]{20}$/),
      title: 'One & only',
      url: 'https://example.com/1?a=1&b=2',
      description: 'What & where',
      body: 'All of it',
      source: 'The Paper',
      publication_date: Date.UTC(2024, 4, 6, 7, 8, 9),
    });
  });

  it('without a title is titled by its text or its link', async () => {
    const long = await readOne(`<description>${'word '.repeat(50)}</description>`);
    expect(long?.title).toMatch(/^(word )+word…$/);
    expect(long?.title.length).toBeLessThanOrEqual(100);
    expect((await readOne('<content:encoded>&lt;p>Only a body</content:encoded>'))?.title).toBe(
      'Only a body',
    );
    expect((await readOne('<link>https://example.com/2</link>'))?.title).toBe(
      'https://example.com/2',
    );
  });

  it('has markup removed from its title, unless it is escaped twice', async () => {
    expect((await readOne('<title>Use &amp;lt;b&amp;gt;</title>'))?.title).toBe('Use <b>');
    expect((await readOne('<title>Use &lt;b&gt;bold&lt;/b&gt;</title>'))?.title).toBe('Use bold');
  });

  it('has the first date that can be parsed', async () => {
    const bad = '<title>T</title><pubDate>soon</pubDate>';
    expect((await readOne(bad))?.publication_date).toBeNull();
    expect((await readOne(`${bad}<dc:date>2024-05-06</dc:date>`))?.publication_date).toBe(
      Date.UTC(2024, 4, 6),
    );
  });

  it('has a title without entities, also if it is escaped twice', async () => {
    for (const title of [
      '<![CDATA[AT&T\u2019s]]>',
      '<![CDATA[AT&amp;T&#8217;s]]>',
      '<![CDATA[AT&amp;amp;T&amp;#8217;s]]>',
      'AT&amp;amp;T&amp;#8217;s',
      'AT&amp;amp;amp;T&amp;amp;#x2019;s',
    ]) {
      expect((await readOne(`<title>${title}</title>`))?.title).toBe('AT&T\u2019s');
    }
  });

  it('has the source that it names', async () => {
    const news = await readOne(
      '<title>T</title><source url="https://example.org/">The Other</source>',
    );
    expect(news?.source).toBe('The Other');
  });
});

describe('an RSS item with elements of other vocabularies only', () => {
  const head =
    '<title>P</title><x xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"/>';

  it.each([
    ['<media:title>T</media:title><media:description>D</media:description>', 'T', 'D'],
    ['<media:description>D</media:description>', 'D', 'D'],
    ['<media:group><media:title>T</media:title></media:group>', 'T', ''],
    ['<media:content url="a"><media:title>T</media:title></media:content>', 'T', ''],
    [
      '<media:group><media:content><media:title>T</media:title></media:content></media:group>',
      'T',
      '',
    ],
    ['<dc:title>T</dc:title><dc:description>D</dc:description>', 'T', 'D'],
    ['<itunes:title>T</itunes:title><itunes:summary>D</itunes:summary>', 'T', 'D'],
    ['<itunes:subtitle>D</itunes:subtitle>', 'D', 'D'],
    ['<content:encoded><![CDATA[<p>D</p>]]></content:encoded>', 'D', 'D'],
  ])('%s is read', async (content, title, description) => {
    expect(await readOne(content, head)).toMatchObject({ title, description });
  });
});

describe('the link of an RSS item', () => {
  it.each([
    ['<link>/1</link>', 'https://example.com/1'],
    ['<link>javascript:alert(1)</link>', null],
    ['<guid>https://example.com/2</guid>', 'https://example.com/2'],
    ['<guid isPermaLink="false">https://example.com/2</guid>', null],
    ['<guid>17</guid>', null],
    ['<atom:link rel="alternate" href="https://example.com/3"/>', 'https://example.com/3'],
    ['<atom:link rel="self" href="https://example.com/3"/>', null],
    [
      '<link>http://feeds.example.net/~r/x</link><feedburner:origLink>https://example.com/4?a=1&amp;b=2</feedburner:origLink>',
      'https://example.com/4?a=1&b=2',
    ],
    [
      '<feedburner:origLink>\n <![CDATA[ https://example.com/5?a=1&amp;b=2 ]]>\n</feedburner:origLink>',
      'https://example.com/5?a=1&b=2',
    ],
    [`<link>https://example.com/${'a'.repeat(8000)}</link>`, null],
  ])('of %s is %s', async (content, url) => {
    expect((await readOne(`<title>T</title>${content}`))?.url).toBe(url);
  });

  it('is relative to the link of the feed rather than to its address', async () => {
    const text = feed(item('<title>T</title><link>a</link>'));
    const address = 'https://feeds.example.net/x/y.xml';
    expect((await read(text, { address })).items[0]?.url).toBe('https://example.com/a');
    const bare = feed(item('<title>T</title><link>a</link>'), '<title>Bare</title>');
    expect((await read(bare, { address })).items[0]?.url).toBe('https://feeds.example.net/x/a');
  });
});

describe('the id of an RSS item', () => {
  const idOf = async (content: string, head?: string) => (await readOne(content, head))?.id;
  const other = '<title>Other</title><link>https://example.org/</link>';

  it('depends only on a globally unique guid', async () => {
    const guid = '<guid isPermaLink="false">tag:example.com,2024:1</guid>';
    expect(await idOf(`${guid}<title>A</title>`)).toBe(
      await idOf(`${guid}<title>B</title><link>/b</link>`, other),
    );
  });

  it('depends on the feed too if the guid is not a URI', async () => {
    const content = '<guid isPermaLink="false">17</guid><title>A</title>';
    expect(await idOf(content)).not.toBe(await idOf(content, other));
    expect(await idOf(content)).toBe(await idOf(`${content}<link>/x</link>`));
  });

  it('is the same as that of a JSON Lines record with the same address', async () => {
    const { items } = await read('{"title":"x","url":"https://example.com/1"}\n');
    expect(await idOf('<title>A</title><link>https://example.com/1</link>')).toBe(items[0]?.id);
  });
});

describe('bad items', () => {
  const good = (title: string) => item(`<title>${title}</title>`);

  it('are rejected by number and do not affect other items', async () => {
    const { items, rejections } = await read(
      feed(
        [
          good('One'),
          '<item/>',
          item('<__proto__>1</__proto__>'),
          item('<author>nobody</author>'),
          '<item><title>never closed</title>',
          good('Six'),
          item('<__proto__>x</__proto__><title>T</title>'),
          `<item>${'<a>'.repeat(1000)}</item>`,
          good('Nine'),
        ].join(''),
      ),
    );
    expect(items.map(({ title }) => title)).toEqual(['One', 'Six', 'Nine']);
    expect(rejections).toEqual([
      'entry 2: has no title, text or link',
      expect.stringMatching(/^entry 3: is malformed XML \(.+\)$/),
      'entry 4: has no title, text or link',
      'entry 5: is truncated: its end tag is missing',
      expect.stringMatching(/^entry 7: is malformed XML \(.+\)$/),
      expect.stringMatching(/^entry 8: is malformed XML \(.+\)$/),
    ]);
  });

  it('may contain an unescaped `<`', async () => {
    const { items, rejections } = await read(
      feed(
        [
          '<title>Profit < loss at Acme</title>',
          '<title>Yields <5 pct</title><description><![CDATA[1 < 2 & <b>3</b>]]></description>',
          '<title>Rates < 3 pct & <!-- < --> <i>rising</i></title>',
          '<title>a << b <= c</title>',
        ]
          .map((text) => item(text))
          .join(''),
      ).replace('The Paper', 'The < Paper'),
    );
    expect(items.map(({ title, description }) => [title, description])).toEqual([
      ['Profit < loss at Acme', ''],
      ['Yields <5 pct', '1 < 2 & 3'],
      ['Rates < 3 pct & rising', ''],
      ['a << b <= c', ''],
    ]);
    expect(items[0]?.source).toBe('The < Paper');
    expect(rejections).toEqual([]);
  });

  it('may have texts in base64', async () => {
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const { items } = await read(
      feed(
        item(
          `<title mode="base64">${base64('Räte & Co')}</title><description mode="base64">${base64('<p>One</p>')}</description><content:encoded mode="base64">${base64('<p>Two</p>')}</content:encoded>`,
        ),
      ),
    );
    expect(items[0]).toMatchObject({ title: 'Räte & Co', description: 'One', body: 'Two' });
  });

  it('count in the numbering', async () => {
    const { items, rejections } = await read(feed(`${good('One')}<item/>${good('Three')}`));
    expect(items.map(({ title }) => title)).toEqual(['One', 'Three']);
    expect(rejections).toEqual(['entry 2: has no title, text or link']);
  });

  it('are not read from comments and CDATA', async () => {
    const hidden = good('No') + good('Nor this');
    const text = `<title>A</title><description><![CDATA[a[1] > </item>${hidden}]]></description>`;
    const { items, rejections } = await read(feed(`<!-- ${hidden} -->${item(text)}`));
    expect(items.map(({ title }) => title)).toEqual(['A']);
    expect(rejections).toEqual([]);
  });

  it('end a truncated feed', async () => {
    const whole = feed(good('One') + good('Two'));
    const { items, rejections } = await read(whole.slice(0, whole.indexOf('Two') + 2));
    expect(items.map(({ title, source }) => [title, source])).toEqual([['One', 'The Paper']]);
    expect(rejections).toEqual([
      'entry 2: is truncated: its end tag is missing',
      'the end: the feed ends early: its last tag is missing',
    ]);
  });

  it('end a feed of truncated gzip data', async () => {
    const { items, rejections } = await read(cutGzip(feed(good('One') + good('Two'))));
    expect(items.length).toBe(2);
    expect(rejections).toEqual(['the end: the gzip data ends early (unexpected end of file)']);
  });

  it('include those over 4 MiB', async () => {
    const { items, rejections } = await read(
      feed(item(`<title>A</title><description>${'x'.repeat(5_000_000)}</description>`) + good('B')),
    );
    expect(items.map(({ title }) => title)).toEqual(['B']);
    expect(rejections).toEqual(['entry 1: is larger than 4 MiB']);
  });

  it.each([
    ['elements', '<a>b</a>'.repeat(50_001)],
    ['attributes', `<x ${'a="b" '.repeat(100_001)}/>`],
  ])('include those with too many %s', async (_, content) => {
    const items = `<item><title>A</title>${content}</item><item><title>B</title></item>`;
    const { items: news, rejections } = await read(`<rss><channel>${items}</channel></rss>`);
    expect(rejections).toEqual(['entry 1: has more than 100000 elements and attributes']);
    expect(news.map(({ title }) => title)).toEqual(['B']);
  });

  it('include those beyond 50,000', async () => {
    const { items, rejections } = await read(feed('<item/>'.repeat(50_003)));
    expect([items.length, rejections.length]).toEqual([0, 50_001]);
    expect(rejections.at(-1)).toBe(
      'from entry 50001: ignored, because a feed may have at most 50000 entries; this one has 50003',
    );
  });
});

describe('a DOCTYPE', () => {
  const body = feed(item('<title>&a2; &file; AT&amp;T &eacute;</title>')).replace(
    /^<\?xml[^>]*>/,
    '',
  );
  const entities = '<!ENTITY a0 "lol"><!ENTITY a1 "&a0;&a0;"><!ENTITY a2 "&a1;&a1;">';

  it.each([
    `<!DOCTYPE rss [${entities}<!ENTITY page "<p><html>"><!ENTITY file SYSTEM "file:///etc/passwd">]>`,
    '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://example.com/rss.dtd">',
  ])('does not declare entities: %s', async (doctype) => {
    const { items, rejections } = await read(doctype + body);
    expect(rejections).toEqual([]);
    expect(items[0]?.title).toBe('&a2; &file; AT&T é');
  });
});

describe('a feed that cannot be read', () => {
  it('is reported with its location', async () => {
    await expect(read('<rss version="2.0"><channel><title>cut')).rejects.toThrow(
      /^test: is malformed XML \(.+\)$/,
    );
  });

  it('may be too large', async () => {
    await expect(read(feed(item('<title>T</title>')), { maxBytes: 100 })).rejects.toThrow(
      'test: is larger than 100 bytes',
    );
  });

  it('is not one without items or without properties', async () => {
    expect(await read(feed(''))).toEqual({ items: [], rejections: [] });
    const { items } = await read('<rss><channel><ITEM><Title>T</Title></ITEM></channel></rss>');
    expect(items[0]).toMatchObject({ title: 'T', source: null, url: null });
  });
});

it('an RSS feed is decoded by its declared encoding', async () => {
  const text = feed(item('<title>Mãe</title>')).replace('?>', ' encoding="ISO-8859-1"?>');
  expect((await read(Buffer.from(text, 'latin1'))).items[0]?.title).toBe('Mãe');
  expect((await read(Buffer.from(`\ufeff${text}`, 'utf16le'))).items[0]?.title).toBe('Mãe');
});

describe('RSS 1.0 (RDF)', () => {
  const rdf = (prefix: string) => {
    const p = prefix === '' ? '' : `${prefix}:`;
    const entry = (name: string) =>
      `<${p}item rdf:about="https://example.com/${name}"><${p}title>${name}</${p}title><dc:date>2024-05-06T07:08:09+02:00</dc:date></${p}item>`;
    return `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns${prefix === '' ? '' : `:${prefix}`}="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><${p}channel rdf:about="https://example.com/"><${p}title>The Paper</${p}title><${p}items><rdf:Seq><rdf:li rdf:resource="https://example.com/a"/></rdf:Seq></${p}items></${p}channel>${entry('a')}${entry('b')}</rdf:RDF>`;
  };

  it.each(['', 'rss'])(
    'is read with the prefix "%s", including items that its list omits',
    async (prefix) => {
      const { items, rejections } = await read(rdf(prefix));
      expect(rejections).toEqual([]);
      expect(items).toMatchObject([
        { title: 'a', url: 'https://example.com/a', source: 'The Paper' },
        { title: 'b', publication_date: Date.UTC(2024, 4, 6, 5, 8, 9) },
      ]);
    },
  );
});
