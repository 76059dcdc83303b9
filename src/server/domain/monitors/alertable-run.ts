import type { WorkSlices } from '../../../node/work-slices.ts';
import type { HeldResultRecord, MonitorRecord, RunRecord } from '../../store/store.ts';
import type { Context } from '../context.ts';
import type { AttemptedRun } from './attempt-run.ts';
import { chooseResults } from './choose-results.ts';
import { filterResults } from './filter-results.ts';
import { type FoundResult, uniqueResults } from './monitor-results.ts';
import { type AlertedStories, type FoundStory, newStories } from './new-stories.ts';
import { withBodies } from './with-bodies.ts';
import { withoutRemovedResults } from './without-removed-results.ts';

/** Milliseconds after a run last found a story for which later versions of it are recognized. */
const storyLifetime = 7 * 24 * 3_600_000;
/** Maximum number of alerted results, newest first, whose later versions are recognized. */
const maxStories = 500;

/** Maximum number of dropped versions of stories that a run lists. */
const maxListedRepeats = 20;

/** A run whose results can be alerted. */
export interface AlertableRun {
  run: RunRecord;
  /** The results of the run. */
  chosen: FoundStory[];
  /** Results that can be alerted, but are left for the next run. */
  waiting: FoundStory[];
  /** Results without anything new since an alert. */
  repeats: FoundResult[];
  /** Their fingerprints, by their keys. */
  repeatStories: ReadonlyMap<string, string>;
  /** The keys of found results that were alerted before. */
  alertedBefore: readonly string[];
}

/**
 * Adds the results to a run: the best ones that pass the monitor's filters and say something that the
 * monitor has not alerted. Results that were held back come first. A failed run has no results.
 */
export async function alertableRun(
  { store }: Context,
  monitor: MonitorRecord,
  { run, collected }: AttemptedRun,
  work: WorkSlices,
): Promise<AlertableRun> {
  if (run.status === 'failed') {
    const failed = { ...run, results: [], filtered: {}, repeats: [] };
    const none = { chosen: [], waiting: [], repeats: [], alertedBefore: [] };
    return { run: failed, ...none, repeatStories: new Map() };
  }
  const held = await store.runs.held(monitor.id);
  const all = uniqueResults([...held.map(foundHeld), ...collected.found]);
  const found = await withoutRemovedResults(store, all);
  const now = run.started_at;
  const alerted = await alertedStories(store, monitor, found, now);
  const fresh = found.filter((each) => canBeNew(each, monitor, alerted));
  const { passed, filtered } = await filterResults(fresh, monitor, work);
  const compared = await withBodies(store.news, passed);
  const { stories, repeats, repeatStories, known } = await newStories(compared, alerted, {
    now,
    work,
  });
  const { chosen, waiting } = chooseResults(stories);
  return {
    run: {
      ...run,
      results: chosen.map(({ result }) => result),
      filtered: {
        ...filtered,
        ...(repeats.length > 0 && { repeats: repeats.length }),
        ...(collected.dropped > 0 && { max_waiting: collected.dropped }),
      },
      repeats: repeats.slice(0, maxListedRepeats).map(({ result }) => ({ ...result, summary: '' })),
    },
    chosen,
    waiting,
    repeats,
    repeatStories,
    alertedBefore: [...new Set([...alerted.keys, ...collected.known, ...known])],
  };
}

/** The alerted results that the found ones may repeat. */
async function alertedStories(
  { alerts }: Context['store'],
  { id }: MonitorRecord,
  found: readonly FoundResult[],
  now: number,
): Promise<AlertedStories> {
  if (found.length === 0) return { keys: new Set(), stories: new Map() };
  const keys = found.map(({ result }) => result.key);
  const since = now - storyLifetime;
  return {
    keys: await alerts.alerted(id, keys),
    stories: await alerts.stories(id, { keys, since, limit: maxStories }),
  };
}

/**
 * Whether a result may say something new: it was not alerted, or its item has changed since. The text
 * of an agent can differ although its item has not changed, so its results are alerted once.
 */
function canBeNew(
  { result: { key }, match }: FoundResult,
  { execution }: MonitorRecord,
  { keys, stories }: AlertedStories,
): boolean {
  if (!keys.has(key)) return true;
  return execution === 'standard' && (match !== undefined || stories.has(key));
}

function foundHeld(held: HeldResultRecord): FoundResult {
  const { title, summary } = held.result;
  return { ...held, title, summary };
}
