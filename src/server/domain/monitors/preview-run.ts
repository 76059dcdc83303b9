import type { WorkSlices } from '../../../node/work-slices.ts';
import type { MonitorRecord, RunRecord, SeenResults } from '../../store/store.ts';
import type { Context } from '../context.ts';
import { attemptRun, nothingCollected } from './attempt-run.ts';
import { maxResults } from './choose-results.ts';
import { filterResults } from './filter-results.ts';
import { fingerprintsOf, newStories } from './new-stories.ts';
import { findPastResults } from './past-results.ts';
import { withBodies } from './with-bodies.ts';
import { withoutRemovedResults } from './without-removed-results.ts';

/** The first-result preview of a new monitor, and the results that count as alerted after it. */
export interface Preview {
  run: RunRecord;
  seen: SeenResults;
}

/** Makes the preview of a new monitor, without storing it. */
export async function previewRun(
  context: Context,
  monitor: MonitorRecord,
  work: WorkSlices,
): Promise<Preview> {
  const { store } = context;
  const { run, collected } = await attemptRun(context, monitor, 'preview', work, async () => {
    const past = await findPastResults(context, monitor, work);
    return { ...nothingCollected, ...past };
  });
  const found = await withBodies(store.news, await withoutRemovedResults(store, collected.found));
  const { passed, filtered } = await filterResults(found, monitor, work);
  const now = run.started_at;
  const alerted = { keys: new Set<string>(), stories: new Map<string, string>() };
  const { stories } = await newStories(passed, alerted, { now, work });
  const results = stories.slice(0, maxResults).map(({ result }) => result);
  const marks = stories.flatMap((story) => story.marks);
  const seen = {
    keys: collected.seen,
    stories: new Map([
      ...(await fingerprintsOf(found, now, work)),
      ...marks.flatMap(({ key, story }): [string, string][] =>
        story === null ? [] : [[key, story]],
      ),
    ]),
    at: now,
  };
  return { run: { ...run, results, filtered, repeats: [] }, seen };
}
