import type { Run } from '../../../contract/run.ts';
import type { AccountRecord } from '../../store/store.ts';
import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import { getVisibleMonitor } from './monitor-access.ts';
import { runResponse } from './run-response.ts';

/**
 * The last run of each monitor that has run, by the id of the monitor. Monitors that the account may
 * not see, or that were deleted, have none.
 */
export async function latestRuns(
  { store }: Pick<Context, 'store'>,
  account: AccountRecord,
  monitorIds: readonly string[],
): Promise<ReadonlyMap<string, Run>> {
  const found = await Promise.all(
    monitorIds.map(async (id) => {
      const monitor = await getVisibleMonitor({ store }, id, { account }).catch(ifNotFound);
      const [run] = monitor ? await store.runs.list(monitor.id, 1) : [];
      return run;
    }),
  );
  const runs = found.filter((run) => run !== undefined);
  return new Map(runs.map((run) => [run.monitor_id, runResponse(run, [])]));
}

/** @throws any other error */
function ifNotFound(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
}
