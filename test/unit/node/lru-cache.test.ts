import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { LruCache } from '../../../src/node/lru-cache.ts';

function cacheOf(maxSize: number, ...values: string[]): LruCache<string, string> {
  const cache = new LruCache<string, string>({ maxSize, sizeOf: (value) => value.length });
  for (const value of values) cache.set(value, value);
  return cache;
}

const kept = (cache: LruCache<string, string>, ...keys: string[]) =>
  keys.filter((key) => cache.get(key) !== undefined);

describe('a cache', () => {
  it('counts entries by default', () => {
    const cache = new LruCache<number, string>({ maxSize: 2 });
    for (const key of [1, 2, 3]) cache.set(key, 'value');
    expect([1, 2, 3].map((key) => cache.get(key))).toEqual([undefined, 'value', 'value']);
  });

  it('evicts as many entries as a new one needs, the least recently used first', () => {
    const cache = cacheOf(6, 'aa', 'bb', 'cc');
    cache.get('aa');
    cache.set('ddd', 'ddd');
    expect(kept(cache, 'aa', 'bb', 'cc', 'ddd')).toEqual(['aa', 'ddd']);
  });

  it('keeps entries up to exactly its size', () => {
    expect(kept(cacheOf(6, 'aa', 'bb', 'cc'), 'aa', 'bb', 'cc')).toHaveLength(3);
  });

  it('counts only the new value of a key that is set again', () => {
    const cache = cacheOf(4, 'a', 'b');
    cache.set('a', 'aaa');
    expect(kept(cache, 'a', 'b')).toEqual(['a', 'b']);
    cache.set('c', 'c');
    expect(kept(cache, 'a', 'b', 'c')).toEqual(['b', 'c']);
  });

  it('does not evict anything for a value that is larger than the cache', () => {
    const cache = cacheOf(2, 'a', 'b');
    cache.set('b', 'bbb');
    expect(kept(cache, 'a', 'b')).toEqual(['a']);
  });

  it('forgets a deleted key and its size', () => {
    const cache = cacheOf(2, 'a', 'b');
    cache.delete('a');
    cache.delete('unknown');
    cache.set('c', 'c');
    expect(kept(cache, 'a', 'b', 'c')).toEqual(['b', 'c']);
  });

  it('can be filled again after it was cleared', () => {
    const cache = cacheOf(2, 'a', 'b', 'c');
    cache.clear();
    for (const key of ['d', 'e', 'f']) cache.set(key, key);
    expect(kept(cache, 'a', 'b', 'c', 'd', 'e', 'f')).toEqual(['e', 'f']);
  });

  it('evicts the least recently used entry after many reads', () => {
    const cache = cacheOf(3, 'a', 'b', 'c');
    for (let n = 0; n < 100; n += 1) for (const key of ['c', 'b']) cache.get(key);
    cache.set('d', 'd');
    expect([...cache.keys()]).toEqual(['c', 'b', 'd']);
  });

  it.each<[string, (cache: LruCache<string, object>) => void, string[]]>([
    ['a deleted value', (cache) => cache.delete('first'), ['one', 'other']],
    ['all values when it is cleared', (cache) => cache.clear(), []],
  ])('frees %s although no entry is evicted', async (_, remove, left) => {
    const cache = new LruCache<string, object>({ maxSize: 100 });
    const removed = withRemoved(cache, remove);
    read(cache, 1000);
    // A WeakRef keeps its target until the end of the current job.
    await new Promise(setImmediate);
    collectGarbage();
    expect(removed.deref()).toBeUndefined();
    expect([...cache.keys()]).toEqual(left);
  });
});

/** Reads each of two entries often, so that V8 copies the map to new tables. */
function read(cache: LruCache<string, object>, times: number): void {
  for (let n = 0; n < times; n += 1) for (const key of ['one', 'other']) cache.get(key);
}

/** Adds entries and removes the first one. @returns a reference to its value */
function withRemoved(
  cache: LruCache<string, object>,
  remove: (cache: LruCache<string, object>) => void,
): WeakRef<object> {
  const value = {};
  cache.set('first', value);
  for (const key of ['one', 'other']) cache.set(key, {});
  read(cache, 10);
  remove(cache);
  return new WeakRef(value);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
