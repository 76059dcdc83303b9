import { describe, expect, it } from 'vitest';
import { isAddress, redactLocation } from '../../../../src/server/feeds/location.ts';

describe('redactLocation', () => {
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
});

it.each([
  ['http://a', true],
  ['HTTPS://a', true],
  ['ftp://a', false],
  ['a.xml', false],
])('isAddress: %s is %s', (location, expected) => expect(isAddress(location)).toBe(expected));
