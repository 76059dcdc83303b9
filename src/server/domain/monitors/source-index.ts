import { errorMessage } from '../../../node/error-message.ts';
import { parseUrl } from '../../../node/parse-url.ts';
import type { WorkSlices } from '../../../node/work-slices.ts';
import { importEntries } from '../../feeds/import-news.ts';
import { sourceLimits } from '../../feeds/limits.ts';
import { redactLocation } from '../../feeds/location.ts';
import type { NewsEntry } from '../../feeds/news-entry.ts';
import { readNews } from '../../feeds/read-news.ts';
import type { MonitorRecord, NewsStore } from '../../store/store.ts';
import type { Context } from '../context.ts';

const {
  maxMilliseconds: timeout,
  maxParseMilliseconds: parseTimeout,
  maxFeedBytes: maxBytes,
  maxEntries,
} = sourceLimits;

/**
 * Calls `use` with a temporary index of the news in a monitor's own sources. It is separate from
 * the shared index because the sources may be private. Skips and logs sources that cannot be read.
 *
 * @param use called with the index and an error message for each skipped source
 */
export async function withSourceIndex<Result>(
  context: Context,
  monitor: MonitorRecord,
  work: WorkSlices,
  use: (news: NewsStore, failures: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const temporary = context.openTemporaryStore();
  try {
    const failures = await context.leavingPlace(() =>
      Promise.all(
        monitor.sources.map((source) => addSource(context, monitor, source, temporary.news, work)),
      ),
    );
    context.stopping.throwIfAborted();
    work.signal?.throwIfAborted();
    return await use(
      temporary.news,
      failures.filter((failure) => failure !== undefined),
    );
  } finally {
    await temporary.close();
  }
}

/** @returns an error message if the source cannot be read; `undefined` if it was added */
async function addSource(
  { clock, fetchSource, sourcePlaces, feedPlaces, stopping, log }: Context,
  { id: monitor_id, owner_id }: MonitorRecord,
  url: string,
  news: NewsStore,
  work: WorkSlices,
): Promise<string | undefined> {
  const canceled = work.signal ? [stopping, work.signal] : [stopping];
  const deadline = AbortSignal.timeout(timeout);
  const signal = AbortSignal.any([deadline, ...canceled]);
  const share = { places: feedPlaces, groups: [`account ${owner_id}`] };
  const limits = { timeout, maxBytes, parseTimeout, share };
  const source = redactLocation(url);
  try {
    await sourcePlaces.during([`account ${owner_id}`, `host ${hostOf(url)}`], signal, () => {
      const entries = firstEntries(readNews(url, { ...limits, fetch: fetchSource, signal }));
      return importEntries(news, entries, source, { now: () => clock.now(), work });
    });
    return undefined;
  } catch (error) {
    const reason = deadline.aborted
      ? `${source}: could not be read within ${timeout / 1000} s`
      : errorMessage(error);
    if (!canceled.some(({ aborted }) => aborted))
      log('warn', 'source failed', { monitor_id, source, reason });
    return reason;
  }
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? url;
}

async function* firstEntries(entries: AsyncIterable<NewsEntry>): AsyncGenerator<NewsEntry> {
  let count = 0;
  for await (const entry of entries) {
    yield entry;
    count += 1;
    if (count === maxEntries) return;
  }
}
