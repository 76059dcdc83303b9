import type { Log } from '../../../node/log.ts';
import type { NewsStore } from '../../store/store.ts';
import { FeedError, MissingSource } from '../feed-error.ts';
import { type ImportOptions, type ImportSummary, importNews } from './import-news.ts';

/** Fewer and larger batches cost the index less, and a server that starts answers nobody yet. */
const BATCH = 2000;

/**
 * Brings the sources of a start in, one after the other; the log has a line for each.
 *
 * @throws {MissingSource} when nothing can be had from one of them
 */
export async function importSources(
  news: NewsStore,
  locations: readonly string[],
  { log, ...options }: ImportOptions & { log: Log },
): Promise<ImportSummary[]> {
  const summaries: ImportSummary[] = [];
  for (const location of locations) {
    const summary = await importNews(news, location, { size: BATCH, ...options }).catch(
      rejectWhole,
    );
    log(summary.rejected > 0 ? 'warn' : 'info', 'news imported', { ...summary });
    summaries.push(summary);
  }
  return summaries;
}

/** A source that holds no news is told like a bad record; one that is not there is a wrong option. */
function rejectWhole(error: unknown): ImportSummary {
  if (!(error instanceof FeedError) || error instanceof MissingSource) throw error;
  const { source, problem } = error;
  return {
    source,
    read: 1,
    added: 0,
    updated: 0,
    unchanged: 0,
    rejected: 1,
    rejections: [{ where: 'the whole', reason: problem }],
  };
}
