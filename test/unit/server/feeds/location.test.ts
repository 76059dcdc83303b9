import { describe, expect, it } from 'vitest';
import { itemUrl } from '../../../../src/server/feeds/item/item-url.ts';
import { isAddress, redactLocation } from '../../../../src/server/feeds/location.ts';

describe('a location that is shown', () => {
  it.each([
    ['/data/news.jsonl', '/data/news.jsonl'],
    ['C:\\news.jsonl', 'C:\\news.jsonl'],
    ['https://user:secret@example.com/feed', 'https://example.com/feed'],
    [
      'https://example.com/feed?api_key=abc&page=2#x',
      'https://example.com/feed?api_key=***&page=2',
    ],
    ['HTTP://user:secret@[broken/feed?token=1', 'HTTP://[broken/feed'],
  ])('%s', (location, shown) => expect(redactLocation(location)).toBe(shown));

  it('is an address only with http or https', () => {
    expect(['http://a', 'HTTPS://a', 'ftp://a', 'a.xml'].map(isAddress)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a link of an item', () => {
  it.each([
    ['https://example.com/a b', undefined, 'https://example.com/a%20b'],
    ['/a', 'https://example.com/feed', 'https://example.com/a'],
    ['//example.org/a', 'https://example.com/', 'https://example.org/a'],
    ['https://user:secret@example.com/', undefined, 'https://example.com/'],
    ['/a', undefined, null],
    ['', 'https://example.com/', null],
    ['javascript:alert(1)', 'https://example.com/', null],
    ['mailto:a@example.com', undefined, null],
  ])('%s on %s', (link, base, url) => expect(itemUrl(link, base)).toBe(url));
});
