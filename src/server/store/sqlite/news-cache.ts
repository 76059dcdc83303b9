import { LruCache } from '../../../node/lru-cache.ts';
import type { NewsHeadline } from '../store.ts';

/** The items from a position on that an expression of FTS5 matches. */
export interface PostingList {
  from: number;
  /** Descending. */
  positions: Float64Array;
}

/** What a candidate needs of an item. */
export interface RankedItem {
  id: string;
  ranking_terms: Uint8Array;
}

/** Approximate bytes of an entry besides its value: its key, its objects, and its place in the map. */
const overhead = 200;

/** Values that searches read again and again, each kept while the news does not change. */
export class NewsCache {
  readonly frequencies = new LruCache<string, number>({ maxSize: 10_000 });
  readonly postings = new LruCache<string, PostingList>({
    maxSize: 10_000_000,
    sizeOf: ({ positions }) => positions.byteLength + overhead,
  });
  readonly items = new LruCache<number, RankedItem>({
    maxSize: 16_000_000,
    sizeOf: ({ ranking_terms }) => ranking_terms.byteLength + overhead,
  });
  readonly headlines = new LruCache<string, NewsHeadline>({
    maxSize: 9_000_000,
    sizeOf: ({ title, description }) => title.length + description.length + 2 * overhead,
  });
  #generation: number | undefined;

  /** Empties the cache if the news has changed since it was filled. */
  renew(generation: number): void {
    if (generation === this.#generation) return;
    this.#generation = generation;
    for (const cache of [this.frequencies, this.postings, this.items, this.headlines]) {
      cache.clear();
    }
  }
}
