import { importEntries } from '../../feeds/import/import-news.ts';
import { redactLocation } from '../../feeds/location.ts';
import type { NewsEntry } from '../../feeds/news-entry.ts';
import { readNews } from '../../feeds/read-news.ts';
import type * as stored from '../../store/store.ts';
import type { Context } from '../context.ts';

/** Real milliseconds for the whole of a source, its reading included. */
const sourceTime = 10_000;
/** Bytes, unpacked where it is a feed. */
const sourceSize = 8 * 1024 * 1024;
/** Entries of a source that are looked at, from its beginning. */
const sourceEntries = 1000;

/**
 * Does some work on what a monitor's own sources hold now, in an index that ends with the work: they
 * may be private, and never enter the index that all share. One that cannot be read is logged, and
 * the work is told why.
 */
export async function withSourceIndex<Result>(
  context: Context,
  monitor: stored.MonitorRecord,
  work: (news: stored.NewsStore, failures: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const temporary = context.temporaryNews();
  try {
    const outcomes = await Promise.all(
      monitor.sources.map((source) => read(context, monitor, source, temporary.news)),
    );
    context.stopping.throwIfAborted();
    const failures = outcomes.filter((outcome) => outcome !== undefined);
    return await work(temporary.news, failures);
  } finally {
    await temporary.close();
  }
}

/** @returns why the source cannot be read, in words that name it */
async function read(
  { clock, fetchSource, stopping, log }: Context,
  { id }: stored.MonitorRecord,
  location: string,
  news: stored.NewsStore,
): Promise<string | undefined> {
  const signal = AbortSignal.any([AbortSignal.timeout(sourceTime), stopping]);
  const options = { timeout_ms: sourceTime, max_bytes: sourceSize, fetch: fetchSource, signal };
  const source = redactLocation(location);
  try {
    const entries = firstOf(readNews(location, options));
    await importEntries(news, entries, source, { now: () => clock.now(), signal });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!stopping.aborted) log('warn', 'source failed', { monitor_id: id, source, reason });
    return reason;
  }
}

async function* firstOf(entries: AsyncIterable<NewsEntry>): AsyncGenerator<NewsEntry> {
  let left = sourceEntries;
  for await (const entry of entries) {
    yield entry;
    left -= 1;
    if (left === 0) return;
  }
}
