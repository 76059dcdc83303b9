import { isLiveRow } from './deliveries.ts';
import type { Dialect } from './dialect.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** The waiting work in a store. Times are in milliseconds. */
export interface Backlog {
  deliveries: {
    /** Those that wait for an attempt, now or later. */
    waiting: number;
    /** Those of them that are due. */
    due: number;
    /** Those in an attempt, on any server. */
    in_flight: number;
    /** How long the oldest has been due; 0 if none is. */
    overdue: number;
  };
  /** How long the oldest tick that no server has started has been due; 0 if none is. */
  tick_overdue: number;
  /** The number of news arrivals that are not compared with the monitors yet. */
  unmatched: number;
}

type BacklogRow = Backlog['deliveries'] & Pick<Backlog, 'tick_overdue' | 'unmatched'>;

export async function readBacklog(
  db: Pick<SqlExecutor, 'get' | 'dialect'>,
  now: number,
): Promise<Backlog> {
  const row = await db.get<BacklogRow>(selectBacklog(db.dialect, now));
  if (!row) throw new Error('the store did not count its work');
  const { tick_overdue, unmatched, ...deliveries } = row;
  // Another process may match between the two reads.
  return { deliveries, tick_overdue, unmatched: Math.max(0, unmatched) };
}

/** One statement, so that it needs one connection once. Its parts read no final deliveries. */
function selectBacklog({ lastArrival, isLeased, waiting }: Dialect, now: number): Sql {
  return sql`SELECT outbox.waiting, outbox.due, outbox.overdue,
      (SELECT count(*) FROM deliveries WHERE ${isLiveRow} AND ${isLeased(raw('> 0'))}) AS in_flight,
      (SELECT coalesce(${now} - min(next_run_at), 0) FROM monitors
        WHERE status = 'active' AND next_run_at <= ${now} AND coalesce(lease_until, 0) <= ${now}
      ) AS tick_overdue,
      ${lastArrival} - (SELECT matched_until FROM matching) AS unmatched
    FROM (
      SELECT count(*) AS waiting, count(*) FILTER (WHERE due_at <= ${now}) AS due,
        coalesce(${now} - min(CASE WHEN due_at <= ${now} THEN due_at END), 0) AS overdue
      FROM deliveries WHERE ${isLiveRow} AND ${waiting}
    ) AS outbox`;
}
