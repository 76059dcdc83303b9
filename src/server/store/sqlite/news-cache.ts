import { LruCache } from '../../../node/lru-cache.ts';
import { CachedItems } from './cached-items.ts';

/** The positions at or above `from` that an FTS5 expression matches. */
export interface PostingList {
  from: number;
  /** Descending. */
  positions: Float64Array;
}

/** The approximate size of an entry without its positions, in bytes. */
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
  /** Reading the 200 candidates of a search from the file takes longer than ranking them. */
  readonly items = new CachedItems();
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
