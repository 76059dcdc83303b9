import type { Log } from '../../../node/log.ts';
import type { NewsStore } from '../../store/store.ts';
import { FeedError, FeedUnavailableError } from '../feed-error.ts';
import { type ImportOptions, type ImportSummary, importNews } from './import-news.ts';

/** Larger than the default: it is faster, and a starting server has no requests to delay. */
const batchSize = 2000;

/**
 * Imports files and addresses one after the other when the server starts, and logs each summary.
 *
 * @throws {FeedUnavailableError} if one of them is missing
 */
export async function importLocations(
  news: NewsStore,
  locations: readonly string[],
  { log, ...options }: ImportOptions & { log: Log },
): Promise<ImportSummary[]> {
  const summaries: ImportSummary[] = [];
  for (const location of locations) {
    const summary = await importNews(news, location, { batchSize, ...options }).catch(
      rejectedDocument,
    );
    log(summary.rejected > 0 ? 'warn' : 'info', 'news imported', { ...summary });
    summaries.push(summary);
  }
  return summaries;
}

/** A document that is not news is reported as one rejected entry; a missing one is an error. */
function rejectedDocument(error: unknown): ImportSummary {
  if (!(error instanceof FeedError) || error instanceof FeedUnavailableError) throw error;
  const { location, reason } = error;
  const counts = { read: 1, added: 0, updated: 0, unchanged: 0, rejected: 1 };
  return { location, ...counts, rejections: [{ where: 'the document', reason }] };
}
