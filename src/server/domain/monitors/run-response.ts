import type { Run, RunResult } from '../../../contract/monitors.ts';
import type * as stored from '../../store/store.ts';
import { toTimestamp, toTimestampOrNull } from '../../timestamp.ts';

/** A stored run as an answer, with what became of its events so far. */
export function runResponse(
  run: stored.RunRecord,
  deliveries: readonly stored.DeliveryRecord[],
): Run {
  const { id, monitor_id, trigger, status, started_at, finished_at, results, error } = run;
  return {
    id,
    monitor_id,
    trigger,
    status,
    started_at: toTimestamp(started_at),
    finished_at: toTimestamp(finished_at),
    results: results.map(runResultResponse),
    error,
    broadcast_results: deliveries.map((delivery) => ({
      channel_id: delivery.channel_id,
      event_id: delivery.event_id,
      status: delivery.status,
      attempts: delivery.attempts,
      last_status_code: delivery.last_status_code,
      last_error: delivery.last_error,
    })),
  };
}

/** A stored result as an answer. */
export function runResultResponse(result: stored.RunResultRecord): RunResult {
  const { title, summary, links, publication_date } = result;
  return { title, summary, links, publication_date: toTimestampOrNull(publication_date) };
}
