import { randomUUID } from 'node:crypto';
import {
  type ClaimedMonitor,
  type MonitorRow,
  monitorColumns,
  monitorOf,
} from './monitor-record.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** Monitors for which nothing waits: no matches, no held results, no feeds of their own, no agent. */
export const isQuiet =
  raw(`execution = 'standard' AND sources = '[]' AND held = '[]' AND dropped_matches = 0
  AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.monitor_id = monitors.id)`);

interface MonitorClaim {
  now: number;
  leaseUntil: number;
  limit: number;
  /** Default: any. */
  condition?: Sql;
}

/** Claims active monitors whose next tick is due, longest overdue first. */
export async function claimMonitors(
  db: SqlExecutor,
  { now, leaseUntil, limit, condition = raw('1 = 1') }: MonitorClaim,
): Promise<ClaimedMonitor[]> {
  const rows = await db.write<MonitorRow & { lease_token: string }>(
    sql`WITH due AS MATERIALIZED (
        SELECT id FROM monitors
        WHERE status = 'active' AND next_run_at <= ${now} AND coalesce(lease_until, 0) <= ${now}
          AND ${condition}
        ORDER BY next_run_at LIMIT ${limit} ${db.dialect.skipLocked}
      )
      UPDATE monitors SET lease_token = ${randomUUID()}, lease_until = ${leaseUntil}
      WHERE id IN (SELECT id FROM due)
      RETURNING ${monitorColumns}, lease_token`,
  );
  return rows.map(monitorOf);
}

/** When the next tick is due or a lease expires; `undefined` if no tick is planned. */
export async function nextTickDue(db: SqlExecutor): Promise<number | undefined> {
  const row = await db.get<{ due: number | null }>(
    sql`SELECT min(due) AS due FROM (
        SELECT min(next_run_at) AS due FROM monitors
        WHERE status = 'active' AND lease_until IS NULL
        UNION ALL
        SELECT CASE WHEN lease_until > next_run_at THEN lease_until ELSE next_run_at END
        FROM monitors
        WHERE status = 'active' AND next_run_at IS NOT NULL AND lease_until IS NOT NULL
      ) AS waiting`,
  );
  return row?.due ?? undefined;
}
