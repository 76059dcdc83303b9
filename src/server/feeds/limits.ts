/** Limits of every feed, and of the feeds that are read at the same time. */
export const feedLimits = {
  /** Bytes of a feed after decompression. */
  maxFeedBytes: 32 * 1024 * 1024,
  /** Entries read from a feed. Further ones are reported as one rejected entry. */
  maxEntries: 50_000,
  /** Objects and arrays inside each other in a JSON Feed. */
  maxDepth: 100,
  /** Values of a JSON Feed, at every level. */
  maxValues: 500_000,
  /** Elements and attributes of an entry in XML, counted as `<` and `=`. */
  maxMarkup: 100_000,
  /** Milliseconds for a worker thread to parse a feed, without waiting for others. */
  maxParseMilliseconds: 30_000,
  /** MiB of a worker thread. */
  maxWorkerMemory: 256,
  /** Worker threads for feeds of the operator, and as many for those of prompts. */
  maxWorkers: 2,
  /** Bytes of a body that needs no place among the large ones. */
  maxSmallBodyBytes: 262_144,
  /** Large bodies of feeds of the operator that are held at the same time. */
  maxLargeBodies: 4,
} as const;

/** Limits of the feeds in prompts, in addition to those of every feed. */
export const sourceLimits = {
  /** Bytes of a feed after decompression. */
  maxFeedBytes: 8 * 1024 * 1024,
  /** Entries read from the beginning of a feed. */
  maxEntries: 1000,
  /** Milliseconds to wait for a place, and to fetch and read a feed. */
  maxMilliseconds: 10_000,
  /** Milliseconds for a worker thread to parse a feed, without waiting for others. */
  maxParseMilliseconds: 5000,
  /** Feeds that are fetched and read at the same time. */
  maxRunning: 32,
  /** Feeds of one account, or of one host, that are fetched and read at the same time. */
  maxRunningPerGroup: 8,
  /** Large bodies that are held at the same time. */
  maxLargeBodies: 6,
} as const;
