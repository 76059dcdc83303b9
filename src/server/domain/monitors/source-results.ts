import { hash } from 'node:crypto';
import { errorMessage } from '../../../node/error-message.ts';
import { parseUrl } from '../../../node/parse-url.ts';
import type { WorkSlices } from '../../../node/work-slices.ts';
import { sourceLimits } from '../../feeds/limits.ts';
import { redactLocation } from '../../feeds/location.ts';
import { withPlausibleDate } from '../../feeds/plausible-date.ts';
import { readNews } from '../../feeds/read-news.ts';
import { indexItem } from '../../search/index/index-item.ts';
import { judgedItem } from '../../search/prompt/judged-item.ts';
import type { PromptRule } from '../../search/prompt/prompt-rule.ts';
import type { MonitorRecord } from '../../store/store.ts';
import type { Context } from '../context.ts';
import type { FoundItem } from './monitor-results.ts';
import { sourceRule } from './monitor-rule.ts';

const {
  maxMilliseconds: timeout,
  maxParseMilliseconds: parseTimeout,
  maxFeedBytes: maxBytes,
  maxEntries,
} = sourceLimits;

/** The content of one of a monitor's own sources. */
export interface SourceResults {
  /** The key that marks the source as read (see `alerted` of the store). */
  mark: string;
  /** The items that satisfy the rule, newest first. */
  items: FoundItem[];
}

/**
 * Reads a monitor's own sources. They may be private, so their items are not added to the shared
 * index. Sources that cannot be read are logged.
 *
 * @returns the sources that were read, and an error message for each other one
 */
export async function readSources(
  context: Context,
  monitor: MonitorRecord,
  work: WorkSlices,
): Promise<{ read: SourceResults[]; failures: string[] }> {
  if (monitor.sources.length === 0) return { read: [], failures: [] };
  const judge = await sourceRule(monitor, work);
  const outcomes = await context.leavingPlace(() =>
    Promise.all(monitor.sources.map((url) => readSource(context, monitor, { url, judge, work }))),
  );
  context.stopping.throwIfAborted();
  work.signal?.throwIfAborted();
  return {
    read: outcomes.filter((outcome) => typeof outcome !== 'string'),
    failures: outcomes.filter((outcome) => typeof outcome === 'string'),
  };
}

/** @returns an error message if the source cannot be read */
async function readSource(
  { clock, fetchSource, sourcePlaces, feedPlaces, stopping, log, metrics }: Context,
  { id: monitor_id, owner_id }: MonitorRecord,
  { url, judge, work }: { url: string; judge: PromptRule; work: WorkSlices },
): Promise<SourceResults | string> {
  const canceled = work.signal ? [stopping, work.signal] : [stopping];
  const deadline = AbortSignal.timeout(timeout);
  const signal = AbortSignal.any([deadline, ...canceled]);
  const share = { places: feedPlaces, groups: [`account ${owner_id}`] };
  const source = redactLocation(url);
  try {
    return await sourcePlaces.during(
      [`account ${owner_id}`, `host ${hostOf(url)}`],
      signal,
      async () => {
        const limits = { timeout, maxBytes, parseTimeout, share };
        const entries = readNews(url, { ...limits, fetch: fetchSource, signal });
        const found: (FoundItem & { order_at: number })[] = [];
        let count = 0;
        for await (const each of entries) {
          await work.next();
          const entry = withPlausibleDate(each, clock.now());
          if ('item' in entry) {
            const {
              ranking_terms,
              order_at,
              body,
              terms: _,
              ...item
            } = indexItem(entry.item, clock.now());
            const strength = judge(judgedItem({ ...item, body }, ranking_terms));
            if (strength !== undefined) found.push({ item, strength, order_at, body: '' });
          }
          count += 1;
          if (count === maxEntries) break;
        }
        const items = found
          .sort((a, b) => b.order_at - a.order_at)
          .map(({ order_at: _, ...each }) => each);
        metrics.count('newswatch_feed_polls_total', { feed: 'monitor', outcome: 'read' });
        return { mark: `source ${hash('sha256', url)}`, items };
      },
    );
  } catch (error) {
    const reason = deadline.aborted
      ? `${source}: could not be read within ${timeout / 1000} s`
      : errorMessage(error);
    if (!canceled.some(({ aborted }) => aborted)) {
      metrics.count('newswatch_feed_polls_total', { feed: 'monitor', outcome: 'failed' });
      log('warn', 'source failed', { monitor_id, source, reason });
    }
    return reason;
  }
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? url;
}
