import type { Dialect } from './dialect.ts';
import {
  type ListColumn,
  listColumns,
  type MonitorRecord,
  monitorColumns,
} from './monitor-record.ts';
import { raw, type Sql, sql } from './sql.ts';

const changeableColumns = [
  'title',
  'every_minutes',
  'include_sources',
  'exclude_sources',
  'include_languages',
  'exclude_languages',
  'exclude_words',
  'min_relevance',
  'quiet_hours',
] as const satisfies (keyof MonitorRecord)[];

/** New values of the columns to change. */
export type MonitorChanges = {
  [Column in (typeof changeableColumns)[number]]?: MonitorRecord[Column] | undefined;
};

/** Lists of a monitor by their column. */
export type ExpectedLists = Partial<Pick<MonitorRecord, ListColumn>>;

const minute = 60_000;

/**
 * Changes the given columns of a monitor only, if it still has the expected lists, and returns its row.
 * Another interval, which starts now, also sets the next tick of an active monitor and releases the lease.
 */
export function changeMonitor(
  dialect: Dialect,
  id: string,
  changes: MonitorChanges,
  { now, expected }: { now: number; expected: ExpectedLists },
): Sql {
  const assignments = [...newValues(changes), ...newInterval(dialect, changes, now)];
  const [first = sql`id = id`, ...others] = assignments;
  const condition = isExpected(expected).reduce(
    (before, after) => sql`${before} AND ${after}`,
    sql`id = ${id}`,
  );
  return sql`UPDATE monitors
    SET ${others.reduce((before, after) => sql`${before}, ${after}`, first)}
    WHERE ${condition} RETURNING ${monitorColumns}`;
}

function newValues(changes: MonitorChanges): Sql[] {
  return changeableColumns.flatMap((column) => {
    const value = changes[column];
    if (value === undefined) return [];
    return [sql`${raw(column)} = ${Array.isArray(value) ? JSON.stringify(value) : value}`];
  });
}

/** The assignments that let another interval start now; none if the interval stays. */
function newInterval(dialect: Dialect, { every_minutes }: MonitorChanges, now: number): Sql[] {
  if (every_minutes === undefined) return [];
  const next = every_minutes === null ? null : now + every_minutes * minute;
  const integer = raw(dialect.integer);
  const isSame = sql`every_minutes IS NOT DISTINCT FROM CAST(${every_minutes} AS ${integer})`;
  return [
    sql`next_run_at = CASE WHEN ${isSame} THEN next_run_at
      WHEN status = 'active' THEN CAST(${next} AS ${integer}) END`,
    sql`lease_token = CASE WHEN ${isSame} THEN lease_token END`,
    sql`lease_until = CASE WHEN ${isSame} THEN lease_until END`,
  ];
}

function isExpected(expected: ExpectedLists): Sql[] {
  return listColumns.flatMap((column) => {
    const list = expected[column];
    return list ? [sql`${raw(column)} = ${JSON.stringify(list)}`] : [];
  });
}
