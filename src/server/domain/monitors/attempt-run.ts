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
  failures: [],
};

/**
 * Collects the results of a run, which fails if `collect` throws, unless the work was stopped. If some of
 * the monitor's own sources cannot be read, the run completes, and its `error` names them.
 */
export async function attemptRun(
  context: Context,
  monitor: MonitorRecord,
  trigger: RunRecord['trigger'],
  work: WorkSlices,
  collect: () => Promise<CollectedResults>,
): Promise<AttemptedRun> {
  const started_at = context.clock.now();
  const id = newId('run');
  const { collected, status, error } = await collect().then(
    (results) => ({
      collected: results,
      status: 'completed' as const,
      error: results.failures.join('; ') || null,
    }),
    (cause: unknown) => {
      if (context.stopping.aborted || work.signal?.aborted) throw cause;
      return { collected: nothingCollected, status: 'failed' as const, error: errorMessage(cause) };
    },
  );
  const run: AttemptedRun['run'] = {
    id,
    monitor_id: monitor.id,
    trigger,
    status,
    started_at,
    finished_at: context.clock.now(),
    error,
    skipped_channels: [],
  };
  return { run, collected };
}
