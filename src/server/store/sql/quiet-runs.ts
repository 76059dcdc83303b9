import { isEntitled } from './account-store.ts';
import type { Dialect } from './dialect.ts';
import { type RunRecord, runColumns } from './run-record.ts';
import { raw, type Sql, sql } from './sql.ts';
import { type SqlExecutor, unmetStatement } from './sql-executor.ts';
import type { CompletedTick } from './tick.ts';

/** A scheduled run that found nothing. */
export interface QuietRun {
  run: Pick<RunRecord, 'id' | 'monitor_id' | 'started_at' | 'finished_at'>;
  tick: Pick<CompletedTick, 'lease_token' | 'next_run_at'>;
}

/**
 * Stores runs that found nothing, and the ends of their ticks, in one transaction. A tick of an owner
 * who is not entitled ends without a run.
 *
 * @returns `false`, and only releases the leases, if one of them was lost
 */
export async function recordQuietRuns(
  db: SqlExecutor,
  ended: readonly QuietRun[],
): Promise<boolean> {
  const unmet = await unmetStatement(
    db.write(...endQuietTicks(db.dialect, ended), ...insertQuietRuns(db.dialect, ended)),
  );
  if (unmet === undefined) return true;
  const tokens = [...new Set(ended.map(({ tick }) => tick.lease_token))];
  await db.write(
    sql`UPDATE monitors SET lease_token = NULL, lease_until = NULL
      WHERE ${db.dialect.isIn('lease_token', tokens)}`,
  );
  return false;
}

const hasEntitledOwner = (monitorId: string) =>
  sql`NOT EXISTS (SELECT 1 FROM monitors m JOIN accounts a ON a.id = m.owner_id
    WHERE m.id = ${raw(monitorId)} AND NOT (${isEntitled}))`;

/** The monitors are locked in the order of their ids so that concurrent runs cannot deadlock. */
function endQuietTicks(dialect: Dialect, ended: readonly QuietRun[]): Sql[] {
  const ids = ended.map(({ run }) => run.monitor_id);
  return [
    ...dialect.locking(sql`SELECT id FROM monitors WHERE ${dialect.isIn('id', ids)} ORDER BY id`),
    ...dialect.forRecords({
      table: 'monitors',
      columns: ['id', 'next_run_at', 'last_run_at', 'lease_token'],
      records: ended.map(({ run, tick }) => ({
        id: run.monitor_id,
        next_run_at: tick.next_run_at,
        last_run_at: run.finished_at,
        lease_token: tick.lease_token,
      })),
      mustChange: 1,
      statement: ({ rows }) => sql`UPDATE monitors SET next_run_at = input.next_run_at,
          last_run_at = CASE WHEN ${hasEntitledOwner('monitors.id')} THEN input.last_run_at
            ELSE monitors.last_run_at END,
          lease_token = NULL, lease_until = NULL
        FROM ${rows} AS input
        WHERE monitors.id = input.id AND monitors.lease_token = input.lease_token`,
    }),
  ];
}

function insertQuietRuns(dialect: Dialect, ended: readonly QuietRun[]): Sql[] {
  return dialect.forRecords({
    table: 'runs',
    columns: ['id', 'monitor_id', 'started_at', 'finished_at'],
    records: ended.map(({ run: { id, monitor_id, started_at, finished_at } }) => ({
      id,
      monitor_id,
      started_at,
      finished_at,
    })),
    statement: ({ rows }) => sql`INSERT INTO runs (${runColumns})
      SELECT id, monitor_id, 'schedule', 'completed', started_at, finished_at, '[]', '{}', NULL, '[]', '[]'
      FROM ${rows} AS input WHERE ${hasEntitledOwner('input.monitor_id')}`,
  });
}
