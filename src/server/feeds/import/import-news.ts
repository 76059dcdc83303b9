import { Pipeline } from '../../pipeline.ts';
import { ordered } from '../../search/index/indexed-item.ts';
import type { IndexedNewsItem, NewsStore } from '../../store/store.ts';
import { shownLocation } from '../location.ts';
import type { RejectedEntry, SourceEntry } from '../news-entry.ts';
import type { ReadOptions } from '../read-news.ts';
import { type NewsBatch, newsBatches } from './news-batch.ts';
import { readBatches } from './read-batches.ts';

export type { ImportProgress } from '../read-news.ts';

/** Records of a batch: a server answers nothing while one is added. */
const BATCH = 500;
/** Rejections that are told one by one; the rest is only counted. */
const TOLD = 20;

/** What came of a source. `read` is the sum of the four counts. */
export interface ImportSummary {
  /** Without credentials. */
  source: string;
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** The first 20. */
  rejections: RejectedEntry[];
}

export interface ImportOptions extends ReadOptions {
  /** Records that are added in one transaction; 500 unless given. */
  size?: number;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Reads a file or an address into the store. Doing it again changes nothing; a bad record is
 * counted and told, and stops nothing.
 *
 * @throws FeedError where the source cannot be read; batches that were added stay in the store.
 * @throws The signal's reason where it is aborted, like a FeedError.
 * @throws StoreUnavailable
 */
export function importNews(
  news: NewsStore,
  location: string,
  options: ImportOptions,
): Promise<ImportSummary> {
  const batches = readBatches(location, { size: BATCH, ...options });
  return importBatches(news, batches, shownLocation(location), options);
}

/** Brings entries into the store, as {@link importNews} does; an aborted signal ends it before the next batch. */
export function importEntries(
  news: NewsStore,
  entries: AsyncIterable<SourceEntry>,
  source: string,
  options: Pick<ImportOptions, 'now' | 'signal'>,
): Promise<ImportSummary> {
  return importBatches(news, newsBatches(entries, BATCH), source, options);
}

async function importBatches(
  news: NewsStore,
  batches: AsyncIterable<NewsBatch>,
  source: string,
  { now, signal }: Pick<ImportOptions, 'now' | 'signal'>,
): Promise<ImportSummary> {
  const summary: ImportSummary = {
    source,
    read: 0,
    added: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    rejections: [],
  };
  const additions = new Pipeline();
  try {
    for await (const { items, rejections } of batches) {
      signal?.throwIfAborted();
      summary.read += items.length + rejections.length;
      summary.rejected += rejections.length;
      summary.rejections.push(...rejections.slice(0, TOLD - summary.rejections.length));
      const placed = items.map((item) => ordered(item, now()));
      await additions.begin(() => add(news, placed, summary));
    }
    await additions.ended();
  } finally {
    await additions.ended().catch(() => {});
  }
  return summary;
}

async function add(
  news: NewsStore,
  items: readonly IndexedNewsItem[],
  summary: ImportSummary,
): Promise<void> {
  const { added, updated, unchanged } = await news.add(items);
  summary.added += added;
  summary.updated += updated;
  summary.unchanged += unchanged;
}
