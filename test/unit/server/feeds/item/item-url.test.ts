import { describe, expect, it } from 'vitest';
import { itemUrl } from '../../../../../src/server/feeds/item/item-url.ts';

describe('itemUrl', () => {
  it.each([
    ['https://example.com/a b', undefined, 'https://example.com/a%20b'],
    ['/a', 'https://example.com/feed', 'https://example.com/a'],
    ['//example.org/a', 'https://example.com/', 'https://example.org/a'],
    ['https://user:secret@example.com/', undefined, 'https://example.com/'],
    ['/a', undefined, null],
    ['', 'https://example.com/', null],
    ['javascript:alert(1)', 'https://example.com/', null],
    ['mailto:a@example.com', undefined, null],
  ])('%s relative to %s', (link, base, url) => expect(itemUrl(link, base)).toBe(url));
});
