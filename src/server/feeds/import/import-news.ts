import { Pipeline } from '../../pipeline.ts';
import { placeInTime } from '../../search/index/index.ts';
import type { NewsStore } from '../../store/store.ts';
import { redactLocation } from '../location.ts';
import type { NewsEntry, RejectedEntry } from '../news-entry.ts';
import type { ReadOptions } from '../read-news.ts';
import { type NewsBatch, newsBatches } from './news-batch.ts';
import { readBatches } from './read-batches.ts';

/** Entries per transaction. A large transaction delays the requests to the server. */
const defaultBatchSize = 500;
/** Maximum number of rejections listed in a summary; further ones are only counted. */
const maxRejections = 20;

/** The outcome of an import. `read` is the sum of the four other counts. */
export interface ImportSummary {
  /** A path, or an address without credentials. */
  location: string;
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** The first 20. */
  rejections: RejectedEntry[];
}

export interface ImportOptions extends ReadOptions {
  /** Entries that are added in one transaction (default: 500). */
  size?: number;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Imports a file or an address into the store. Importing it again changes nothing. An invalid entry
 * is counted as rejected and does not stop the import. After an error, the batches already added
 * stay in the store.
 *
 * @throws {FeedError} if the location cannot be read
 * @throws {StoreUnavailable} if a batch cannot be added
 * @throws the reason of `signal` if it is aborted
 */
export function importNews(
  news: NewsStore,
  location: string,
  options: ImportOptions,
): Promise<ImportSummary> {
  const batches = readBatches(location, { size: defaultBatchSize, ...options });
  return importBatches(news, batches, redactLocation(location), options);
}

/** Imports entries like {@link importNews}. An aborted `signal` is checked before each batch. */
export function importEntries(
  news: NewsStore,
  entries: AsyncIterable<NewsEntry>,
  location: string,
  options: Pick<ImportOptions, 'now' | 'signal'>,
): Promise<ImportSummary> {
  return importBatches(news, newsBatches(entries, defaultBatchSize), location, options);
}

async function importBatches(
  news: NewsStore,
  batches: AsyncIterable<NewsBatch>,
  location: string,
  { now, signal }: Pick<ImportOptions, 'now' | 'signal'>,
): Promise<ImportSummary> {
  const counts = { read: 0, added: 0, updated: 0, unchanged: 0, rejected: 0 };
  const summary: ImportSummary = { location, ...counts, rejections: [] };
  const additions = new Pipeline();
  try {
    for await (const { items, rejections } of batches) {
      signal?.throwIfAborted();
      summary.read += items.length + rejections.length;
      summary.rejected += rejections.length;
      summary.rejections.push(...rejections.slice(0, maxRejections - summary.rejections.length));
      const indexed = items.map((item) => placeInTime(item, now()));
      await additions.begin(async () => {
        const { added, updated, unchanged } = await news.add(indexed);
        summary.added += added;
        summary.updated += updated;
        summary.unchanged += unchanged;
      });
    }
    await additions.ended();
  } finally {
    await additions.ended().catch(() => {});
  }
  return summary;
}
