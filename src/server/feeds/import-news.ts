import { OneAhead } from '../one-ahead.ts';
import { indexed } from '../search/indexed-item.ts';
import type { IndexedNewsItem, NewsItemRecord, NewsStore } from '../store/store.ts';
import { shownLocation } from './location.ts';
import { type ReadOptions, readSource } from './source.ts';
import type { SourceEntry } from './source-entry.ts';

export type { ImportProgress } from './source.ts';

/** Items that are added to the store in one transaction. */
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
  rejections: { where: string; reason: string }[];
}

export interface ImportOptions extends ReadOptions {
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
  return importEntries(news, readSource(location, options), shownLocation(location), options);
}

/** Brings entries into the store, as {@link importNews} does; an aborted signal ends it before the next. */
export async function importEntries(
  news: NewsStore,
  entries: AsyncIterable<SourceEntry>,
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
  let batch: NewsItemRecord[] = [];
  const additions = new OneAhead();
  const flush = async () => {
    const items = batch.map((item) => indexed(item, now()));
    batch = [];
    await additions.begin(() => add(news, items, summary));
  };
  try {
    for await (const entry of entries) {
      signal?.throwIfAborted();
      summary.read += 1;
      if (entry.kind === 'item') batch.push(entry.item);
      else reject(summary, entry);
      if (batch.length === BATCH) await flush();
    }
    if (batch.length > 0) await flush();
    await additions.ended();
  } finally {
    await additions.ended().catch(() => {});
  }
  return summary;
}

function reject(
  summary: ImportSummary,
  { where, reason }: { where: string; reason: string },
): void {
  summary.rejected += 1;
  if (summary.rejections.length < TOLD) summary.rejections.push({ where, reason });
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
