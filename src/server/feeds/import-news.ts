import type { Log } from '../../node/log.ts';
import { WorkSlices } from '../../node/work-slices.ts';
import type { SourceFetch } from '../egress/guarded-fetch.ts';
import { Pipeline } from '../pipeline.ts';
import { indexItem } from '../search/index/index-item.ts';
import type { IndexedNewsItem, NewsItemRecord, NewsStore } from '../store/store.ts';
import { FeedError, FeedUnavailableError } from './feed-error.ts';
import { redactLocation } from './location.ts';
import type { NewsEntry, Rejection } from './news-entry.ts';
import { withPlausibleDate } from './plausible-date.ts';
import { type ReadOptions, readNewsGroups } from './read-news.ts';

/** Items per transaction. Larger transactions delay API requests. */
const defaultBatchSize = 500;
/** Batch size at server start: larger is faster, and there are no API requests to delay. */
const startBatchSize = 5000;
/** UTF-16 code units of text after which a batch is full, per item: one body may have 100,000. */
const maxMeanLength = 1000;
/** Maximum number of rejections, and of date problems, listed in a summary; others are counted. */
const maxListed = 20;

/** The outcome of an import. `read` is the sum of `added`, `updated`, `unchanged`, `removed` and `rejected`. */
export interface ImportSummary {
  /** A path, or an address without credentials. */
  location: string;
  /** Number of items read. */
  read: number;
  /** Number of new items. */
  added: number;
  /** Number of stored items whose text or date changed. */
  updated: number;
  /** Number of items that were stored already. */
  unchanged: number;
  /** Number of items that were taken down, and are not added again. */
  removed: number;
  /** Number of entries that are not usable. */
  rejected: number;
  /** The first 20. */
  rejections: Rejection[];
  /** Items without a date because that of their entry cannot be read, or is more than a day ahead. */
  undated: number;
  /** Why, for the first 20. */
  date_problems: Rejection[];
}

export interface ImportOptions extends ReadOptions {
  /** Maximum number of items added in one transaction (default: 500). */
  batchSize?: number;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Who the import is for, and until when (default: nobody, until it ends). */
  work?: WorkSlices;
}

/**
 * Imports a file or an address into the store. Importing it again changes nothing. An invalid entry
 * is counted as rejected and does not stop the import. After an error, the batches already added
 * stay in the store.
 *
 * @throws {FeedError} if the location cannot be read, or `signal` is aborted while it is fetched
 * @throws {StoreUnavailable} if a batch cannot be added
 * @throws the reason of `signal` if it is aborted later
 */
export function importNews(
  news: NewsStore,
  location: string,
  options: ImportOptions,
): Promise<ImportSummary> {
  return importEntries(news, readNewsGroups(location, options), redactLocation(location), options);
}

/**
 * Imports files and addresses one after the other when the server starts, and logs each summary.
 *
 * @param newFetch creates the `fetch` of each address (default: the global one)
 * @throws {FeedUnavailableError} if one of them is unavailable
 */
export async function importLocations(
  news: NewsStore,
  locations: readonly string[],
  { log, newFetch, ...options }: ImportOptions & { log: Log; newFetch?: () => SourceFetch },
): Promise<ImportSummary[]> {
  const summaries: ImportSummary[] = [];
  for (const location of locations) {
    const summary = await importNews(news, location, {
      batchSize: startBatchSize,
      inWorker: false,
      fetch: newFetch?.(),
      ...options,
    }).catch(rejectedDocument);
    const { read, rejected } = summary;
    // Other locations, or the news of an earlier start, may be enough: the server starts anyway.
    if (read > 0 && rejected === read) {
      log('error', 'no news imported', { ...summary });
    } else log(importLevel(summary), 'news imported', { ...summary });
    summaries.push(summary);
  }
  return summaries;
}

function newSummary(location: string): ImportSummary {
  const counts = { read: 0, added: 0, updated: 0, unchanged: 0, removed: 0, rejected: 0 };
  return { location, ...counts, rejections: [], undated: 0, date_problems: [] };
}

function countEntry(summary: ImportSummary, entry: NewsEntry): void {
  summary.read += 1;
  if ('rejection' in entry) {
    summary.rejected += 1;
    if (summary.rejected <= maxListed) summary.rejections.push(entry.rejection);
  } else if (entry.dateProblem) {
    summary.undated += 1;
    if (summary.undated <= maxListed) summary.date_problems.push(entry.dateProblem);
  }
}

/** The level at which a summary is logged. */
export function importLevel({ rejected, undated }: ImportSummary): 'warn' | 'info' {
  return rejected > 0 || undated > 0 ? 'warn' : 'info';
}

/** Reports a document that is not news as one rejected entry; an unavailable one is an error. */
function rejectedDocument(error: unknown): ImportSummary {
  if (!(error instanceof FeedError) || error instanceof FeedUnavailableError) throw error;
  const { location, reason } = error;
  const summary = newSummary(location);
  const rejections = [{ where: 'the document', reason }];
  return { ...summary, read: 1, rejected: 1, rejections };
}

function textLengthOf({ title, description, body }: NewsItemRecord): number {
  return title.length + description.length + (body?.length ?? 0);
}

/** Imports groups of entries like {@link importNews}. The store adds one batch while the next is read. */
export async function importEntries(
  news: NewsStore,
  groups: AsyncIterable<readonly NewsEntry[]>,
  location: string,
  {
    now,
    batchSize = defaultBatchSize,
    work = new WorkSlices(),
    signal,
  }: Pick<ImportOptions, 'now' | 'batchSize' | 'work' | 'signal'>,
): Promise<ImportSummary> {
  const summary = newSummary(location);
  const additions = new Pipeline();
  const add = (items: readonly IndexedNewsItem[]) =>
    additions.begin(async () => {
      const { added, updated, unchanged, removed } = await news.add(items);
      summary.added += added;
      summary.updated += updated;
      summary.unchanged += unchanged;
      summary.removed += removed;
    });
  let batch: IndexedNewsItem[] = [];
  let textLength = 0;
  try {
    for await (const group of groups) {
      for (const each of group) {
        signal?.throwIfAborted();
        if (work.isDue) await work.next();
        const entry = withPlausibleDate(each, now());
        countEntry(summary, entry);
        if ('rejection' in entry) continue;
        textLength += textLengthOf(entry.item);
        batch.push(indexItem(entry.item, now()));
        if (batch.length < batchSize && textLength < batchSize * maxMeanLength) continue;
        await add(batch);
        batch = [];
        textLength = 0;
      }
    }
    if (batch.length > 0) await add(batch);
    await additions.ended();
  } finally {
    await additions.ended().catch(() => {});
  }
  return summary;
}
