import { describe, expect, it } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { fieldsOf, unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import { CachedItems } from '../../../../../src/server/store/sqlite/cached-items.ts';

const packed = (title: string, text = '') => itemTerms(title, text).ranking_terms;

/** A cache of blocks of four ids, two of them by default. */
function cacheOf(titles: string[], maxBlocks = 2, maxItems = 100): CachedItems {
  const cache = new CachedItems(4, maxBlocks, maxItems);
  for (const [at, title] of titles.entries()) cache.add(1000 * at, `item${at}`, packed(title));
  return cache;
}

const ids = (cache: CachedItems, count: number) =>
  Array.from({ length: count }, (_, at) => cache.get(1000 * at)?.id);

describe('CachedItems', () => {
  it('has the id and the terms of each item', () => {
    const cache = cacheOf(['gold'], 1);
    const added = cache.add(-5, 'new', packed('tin price', 'oil'));
    expect(cache.get(-5)).toBe(added);
    expect(added.id).toBe('new');
    expect(fieldsOf(added)).toEqual(unpackTerms(packed('tin price', 'oil')));
    expect(cache.get(1)).toBeUndefined();
  });

  it('drops the items of the oldest block when another one is needed', () => {
    const titles = ['gold mine', 'tin mine', 'oil well', 'gas well', 'coal'];
    expect(ids(cacheOf(titles.slice(0, 4)), 4)).toEqual(['item0', 'item1', 'item2', 'item3']);
    expect(ids(cacheOf(titles), 5)).toEqual([undefined, undefined, 'item2', 'item3', 'item4']);
  });

  it('drops the items of the oldest blocks also if there are too many short items', () => {
    const titles = ['gold', 'tin', 'oil', 'gas', 'coal', 'iron', 'zinc', 'lead', 'salt'];
    const cache = cacheOf(titles, 100, 6);
    const kept = ids(cache, titles.length).filter((id) => id !== undefined);
    expect(kept).toEqual(['item4', 'item5', 'item6', 'item7', 'item8']);
  });

  it('keeps what was dropped readable', () => {
    const cache = cacheOf(['gold mine']);
    const item = cache.get(0);
    for (let at = 1; at < 9; at += 1) cache.add(1000 * at, 'later', packed('tin oil gas'));
    expect(cache.get(0)).toBeUndefined();
    expect(item && fieldsOf(item)).toEqual(unpackTerms(packed('gold mine')));
  });

  it('does not keep an item with more terms than a block', () => {
    const cache = cacheOf(['gold']);
    const item = cache.add(7, 'long', packed('one two three four five'));
    expect(fieldsOf(item)).toEqual(unpackTerms(packed('one two three four five')));
    expect(ids(cache, 1)).toEqual(['item0']);
    expect(cache.get(7)).toBeUndefined();
  });

  it('is empty after clear()', () => {
    const cache = cacheOf(['gold']);
    cache.clear();
    expect(ids(cache, 1)).toEqual([undefined]);
    cache.add(0, 'again', packed('tin'));
    expect(ids(cache, 1)).toEqual(['again']);
  });

  it('rejects damaged terms', () => {
    expect(() => cacheOf([]).add(0, 'a', new Uint8Array(1))).toThrow(RangeError);
  });
});
