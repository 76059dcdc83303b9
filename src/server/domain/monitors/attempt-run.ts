import { errorMessage } from '../../../node/error-message.ts';
import type { WorkSlices } from '../../../node/work-slices.ts';
import type { MonitorRecord, RunRecord } from '../../store/store.ts';
import type { Context } from '../context.ts';
import { newId } from '../identifier.ts';
import type { CollectedResults } from './collect-results.ts';

/** A run before its results are chosen. */
export interface AttemptedRun {
  run: Omit<RunRecord, 'results' | 'filtered' | 'repeats'>;
  collected: CollectedResults;
}

export const nothingCollected: CollectedResults = {
  found: [],
  matches: [],
  dropped: 0,
  seen: [],
  known: [],
};

/** Collects the results of a run, which fails if `collect` throws, unless the work was stopped. */
export async function attemptRun(
  context: Context,
  monitor: MonitorRecord,
  trigger: RunRecord['trigger'],
  work: WorkSlices,
  collect: () => Promise<CollectedResults>,
): Promise<AttemptedRun> {
  const started_at = context.clock.now();
  const id = newId('run');
  const { collected, error } = await collect().then(
    (results) => ({ collected: results, error: null }),
    (cause: unknown) => {
      if (context.stopping.aborted || work.signal?.aborted) throw cause;
      return { collected: nothingCollected, error: errorMessage(cause) };
    },
  );
  const run: AttemptedRun['run'] = {
    id,
    monitor_id: monitor.id,
    trigger,
    status: error === null ? 'completed' : 'failed',
    started_at,
    finished_at: context.clock.now(),
    error,
    skipped_channels: [],
  };
  return { run, collected };
}
