import { LruCache } from '../../../node/lru-cache.ts';
import type { NewsCandidate } from '../news-store.ts';

/** The positions at or above `from` that an FTS5 expression matches. */
export interface PostingList {
  from: number;
  /** Descending. */
  positions: Float64Array;
}

/** What the ranking reads of an item. */
export type CachedItem = Pick<NewsCandidate, 'id' | 'ranking_terms'>;

/** The approximate size of an entry without its positions or terms, in bytes. */
const overhead = 200;

/** Caches what searches read from the full-text index until the news changes. */
export class NewsCache {
  /** The number of items that contain a term, by term. */
  readonly frequencies = new LruCache<string, number>({ maxSize: 10_000 });
  /** Matches by FTS5 expression; sizes are in bytes. */
  readonly postings = new LruCache<string, PostingList>({
    maxSize: 10_000_000,
    sizeOf: ({ positions }) => positions.byteLength + overhead,
  });
  /**
   * Items by their position; sizes are in bytes. Reading the 200 candidates of a search from the file takes
   * longer than ranking them.
   */
  readonly items = new LruCache<number, CachedItem>({
    maxSize: 16_000_000,
    sizeOf: ({ ranking_terms }) => ranking_terms.byteLength + overhead,
  });
  #generation: number | undefined;

  /** Clears the cache if the news has changed since it was filled. */
  clearIfOutdated(generation: number): void {
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.frequencies.clear();
    this.postings.clear();
    this.items.clear();
  }
}
