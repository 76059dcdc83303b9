import type { WorkSlices } from '../../../node/work-slices.ts';
import type { PromptRule } from '../../search/prompt/prompt-rule.ts';
import type { MatchRecord, MonitorRecord, Store } from '../../store/store.ts';
import type { Context } from '../context.ts';
import { JudgedArrival } from './judged-arrival.ts';
import { rareMonitorTerms, storedCondition, storedRule } from './monitor-rule.ts';
import type { Preview } from './preview-run.ts';

/** Maximum attempts to store a monitor while news arrives. */
const maxAttempts = 20;

/** Arrivals that are read at a time. */
const batchSize = 100;

/** The preview of a monitor, and the last arrival before it began. */
interface PreparedWatch extends Preview {
  began: number;
}

/**
 * Stores a new monitor, whose watch begins now. Items that arrived after its preview began are matched
 * first, so that none is missed.
 *
 * @returns `removed` if a result of the preview was taken down, or `not_entitled` if the owner is not.
 *   It stores nothing in these cases
 * @throws {Error} if news arrives during each of {@link maxAttempts} attempts
 */
export async function startWatch(
  { store }: Pick<Context, 'store'>,
  monitor: MonitorRecord,
  { run: preview, seen, began }: PreparedWatch,
  work: WorkSlices,
): Promise<'stored' | 'taken' | 'removed' | 'not_entitled'> {
  const terms = await rareMonitorTerms(monitor, store.news, work);
  const condition = await storedCondition(monitor, work);
  const judge = storedRule(monitor.execution, condition);
  const matches = new Map<string, MatchRecord>();
  let from = began;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const since = await store.news.lastArrival();
    if (terms.length > 0) {
      await matchGap(store, matches, { monitor, judge, began, from, until: since }, work);
    }
    const watch = { terms, condition, since, matches: [...matches.values()], seen, preview };
    const outcome = await store.monitors.create(monitor, watch);
    if (outcome !== 'outdated') return outcome;
    from = since;
  }
  throw new Error(`news arrived during ${maxAttempts} attempts to store the monitor`);
}

interface Gap {
  monitor: MonitorRecord;
  judge: PromptRule;
  /** The last arrival before the watch began. */
  began: number;
  from: number;
  until: number;
}

/**
 * Adds the matches of a monitor among the arrivals after `from`, up to `until`, by the ids of their
 * items. Replaces the matches of earlier versions.
 */
async function matchGap(
  { news }: Store,
  matches: Map<string, MatchRecord>,
  { monitor, judge, began, from, until }: Gap,
  work: WorkSlices,
): Promise<void> {
  for (let after = from; after < until; ) {
    const arrived = await news.arrivals(after, batchSize);
    const last = arrived.at(-1);
    if (!last) break;
    for (const item of arrived) {
      await work.next();
      if (item.arrival > until) return;
      const judged = new JudgedArrival(item);
      const match = judged.judge(judge, began);
      const { id: item_id, arrival } = item;
      matches.delete(item_id);
      if (match && !match.isKnown) {
        const { strength } = match;
        const { wording } = judged;
        matches.set(item_id, { monitor_id: monitor.id, item_id, arrival, strength, wording });
      }
    }
    after = last.arrival;
  }
}
