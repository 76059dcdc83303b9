import { LruCache } from '../../../node/lru-cache.ts';

/** The positions, from one position on, that an FTS5 expression matches. */
export interface PostingList {
  from: number;
  /** Descending. */
  positions: Float64Array;
}

/** Approximate bytes of an entry besides its positions. */
const overhead = 200;

/** What searches read from the full-text index, cached while the news does not change. */
export class NewsCache {
  /** By term. */
  readonly frequencies = new LruCache<string, number>({ maxSize: 10_000 });
  /** By expression, in bytes. */
  readonly postings = new LruCache<string, PostingList>({
    maxSize: 10_000_000,
    sizeOf: ({ positions }) => positions.byteLength + overhead,
  });
  #generation: number | undefined;

  /** Empties the cache if the news has changed since it was filled. */
  renew(generation: number): void {
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.frequencies.clear();
    this.postings.clear();
  }
}
