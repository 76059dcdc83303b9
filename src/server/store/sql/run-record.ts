import { isEntitled } from './account-store.ts';
import type { RunResultRecord } from './run-result.ts';
import { raw, type Sql, sql } from './sql.ts';

/**
 * A result that is left for the next run, because of quiet hours or because a run had too many results
 * of an agent or of the monitor's own feeds.
 */
export interface HeldResultRecord {
  result: RunResultRecord;
  /** For the alert filters, like `relevance`. */
  sources: readonly string[];
  relevance: number | null;
}

export interface RunRecord {
  id: string;
  monitor_id: string;
  trigger: 'schedule' | 'on_demand' | 'preview';
  status: 'completed' | 'failed';
  started_at: number;
  finished_at: number;
  results: RunResultRecord[];
  /** The number of results that each alert filter dropped, for filters that dropped any. */
  filtered: Readonly<Record<string, number>>;
  /** Some of the versions of alerted stories that the run dropped, without summaries. */
  repeats: RunResultRecord[];
  /** Why the run failed, or which of the monitor's own feeds a completed run could not read. */
  error: string | null;
  /** Ids of the connections that got no event because the webhook permission is missing. */
  skipped_channels: readonly string[];
}

export const runColumns = raw(
  'id, monitor_id, trigger, status, started_at, finished_at, results, filtered, error, skipped_channels, repeats',
);

/** A condition for the row. With the time, by which the table may be partitioned. */
export function isRun({ id, started_at }: RunRecord): Sql {
  return sql`id = ${id} AND started_at = ${started_at}`;
}

/** Fails the transaction if the owner of the monitor, which must exist, is not entitled. */
export function insertEntitledRun(run: RunRecord): Sql {
  return sql`${insertRun(run)}
    WHERE NOT EXISTS (
      SELECT 1 FROM monitors m JOIN accounts a ON a.id = m.owner_id
      WHERE m.id = ${run.monitor_id} AND NOT (${isEntitled})
    )`.mustChange(1);
}

export function insertRun(run: RunRecord): Sql {
  return sql`INSERT INTO runs (${runColumns})
    SELECT ${run.id}, ${run.monitor_id}, ${run.trigger}, ${run.status}, ${run.started_at},
      ${run.finished_at}, ${JSON.stringify(run.results)}, ${JSON.stringify(run.filtered)},
      ${run.error}, ${JSON.stringify(run.skipped_channels)}, ${JSON.stringify(run.repeats)}`;
}
