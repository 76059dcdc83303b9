import type { Repeat, Run, RunResult } from '../../../contract/run.ts';
import type { DeliveryRecord, RunRecord, RunResultRecord } from '../../store/store.ts';
import { toTimestamp, toTimestampOrNull } from '../../timestamp.ts';

/** @param deliveries may include those of other runs */
export function runResponse(run: RunRecord, deliveries: readonly DeliveryRecord[]): Run {
  const own = deliveries.filter(({ run_id }) => run_id === run.id);
  const { id, monitor_id, trigger, status, filtered, repeats, error } = run;
  return {
    id,
    monitor_id,
    trigger,
    status,
    started_at: toTimestamp(run.started_at),
    finished_at: toTimestamp(run.finished_at),
    results: run.results.map(runResultResponse),
    filtered,
    ...(repeats.length > 0 && { repeats: repeats.map(repeatResponse) }),
    error,
    broadcast_results: [
      ...own.map((delivery) => ({
        channel_id: delivery.channel_id,
        event_id: delivery.event_id,
        ...firstResult(delivery),
      })),
      ...run.skipped_channels.map((channel_id) => ({ channel_id, ...skipped })),
    ],
  };
}

/** The result of a connection without the webhook permission. */
const skipped = {
  event_id: null,
  status: 'skipped',
  attempts: 0,
  last_status_code: null,
  last_error: 'permission_missing',
} as const;

/** The outcome of the first attempt, which later attempts do not change. */
function firstResult({ first_status, first_status_code, first_error }: DeliveryRecord) {
  return {
    status: first_status ?? 'pending',
    attempts: first_status === null || first_status === 'stopped' ? 0 : 1,
    last_status_code: first_status_code,
    last_error: first_error,
  };
}

function repeatResponse(result: RunResultRecord): Repeat {
  const { summary: _, ...rest } = runResultResponse(result);
  return rest;
}

export function runResultResponse(result: RunResultRecord): RunResult {
  const { title, summary, links, publication_date, is_update, removed } = result;
  return {
    title,
    summary,
    links,
    publication_date: toTimestampOrNull(publication_date),
    ...(is_update && { is_update }),
    ...(removed && { removed }),
  };
}
