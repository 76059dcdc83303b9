import { selectVisible, type Viewer } from './account-store.ts';
import type { Dialect } from './dialect.ts';
import { beyond, type Listed, type RowPosition } from './row-position.ts';
import { type RunResultRecord, resultsFromJson } from './run-result.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

export interface AlertRecord {
  id: string;
  /** The owner of the monitor when it ran. */
  owner_id: string;
  team_id: string | null;
  monitor_id: string;
  monitor_title: string;
  run_id: string;
  created_at: number;
  results: RunResultRecord[];
}

/** Selects alerts; both times are inclusive, and a missing one is no bound. */
export interface AlertQuery {
  limit: number;
  /** Default: newest first. */
  order?: 'newest_first' | 'oldest_first';
  since?: number | undefined;
  until?: number | undefined;
  /** Only alerts after this one in the list. */
  after?: RowPosition | undefined;
}

/** A row of `alerts`: the results are JSON. */
type AlertRow = Listed<Omit<AlertRecord, 'results'> & { results: string }>;

const alertColumns = raw(
  'id, owner_id, team_id, monitor_id, monitor_title, run_id, created_at, results',
);

const day = 86_400_000;

export type AlertStore = ReturnType<typeof alertStore>;

export function alertStore(db: SqlExecutor) {
  return {
    async list(viewer: Viewer, query: AlertQuery): Promise<Listed<AlertRecord>[]> {
      const { limit, order, after } = query;
      const { since = Number.MIN_SAFE_INTEGER, until = Number.MAX_SAFE_INTEGER } = query;
      const ascends = order === 'oldest_first';
      const direction = raw(ascends ? 'ASC' : 'DESC');
      const inOrder = sql`ORDER BY created_at ${direction}, sequence ${direction} LIMIT ${limit}`;
      const visible = selectVisible(
        db.dialect,
        viewer,
        (condition) => sql`SELECT ${alertColumns}, sequence FROM alerts
          WHERE ${condition} AND created_at BETWEEN ${since} AND ${until}
            AND ${beyond(after, 'created_at', ascends ? 'after' : 'before')}
          ${inOrder}`,
      );
      const rows = await db.all<AlertRow>(sql`SELECT * FROM (${visible}) AS visible ${inOrder}`);
      return rows.map(({ results, ...rest }) => ({ ...rest, results: resultsFromJson(results) }));
    },

    /** Returns those of the result keys that earlier alerts of the monitor contain. */
    async inAlerts(monitorId: string, keys: readonly string[]): Promise<Set<string>> {
      const rows = await db.all<{ key: string }>(
        sql`SELECT key FROM alerted WHERE monitor_id = ${monitorId} AND only_seen = 0
          AND ${db.dialect.isIn('key', keys)}`,
      );
      return new Set(rows.map(({ key }) => key));
    },

    /** Returns those of the result keys that count as alerted. */
    async alerted(monitorId: string, keys: readonly string[]): Promise<Set<string>> {
      const rows = await db.all<{ key: string }>(
        sql`SELECT key FROM alerted
          WHERE monitor_id = ${monitorId} AND ${db.dialect.isIn('key', keys)}`,
      );
      return new Set(rows.map(({ key }) => key));
    },
  };
}

/**
 * Sets `last_alert_at` of all accounts that can see the alert to the time of the alert. The rows
 * stay locked until the transaction ends, so that alerts become visible in the order of their
 * times. They are locked in the order of their ids so that concurrent runs cannot deadlock.
 */
export function advanceAlertTime(dialect: Dialect, alert: AlertRecord): Sql[] {
  const { created_at } = alert;
  const viewers = sql`id = ${alert.owner_id}
    OR id IN (SELECT account_id FROM team_members WHERE team_id = ${alert.team_id})`;
  return [
    sql`SELECT id FROM accounts WHERE ${viewers} ORDER BY id ${dialect.lockRows}`,
    sql`UPDATE accounts SET last_alert_at = (
        SELECT CASE WHEN max(last_alert_at) < ${created_at} THEN ${created_at}
          ELSE max(last_alert_at) + 1 END
        FROM accounts WHERE ${viewers}
      ) WHERE ${viewers}`,
  ];
}

/**
 * Marks results as alerted. Fails the transaction if an earlier alert contains one of them. The
 * keys are sorted so that concurrent runs with the same results cannot deadlock.
 */
export function markAlerted(
  dialect: Dialect,
  { monitor_id, results, created_at }: AlertRecord,
): Sql[] {
  const keys = [...new Set(results.map(({ key }) => key))].sort();
  const records = keys.map((key) => ({ monitor_id, key, seen_at: created_at }));
  return dialect.forRecords({ ...insertAlerted(records), mustChange: 1 });
}

interface AlertedMark {
  monitor_id: string;
  key: string;
  seen_at: number;
}

/**
 * Keeps the marks of results that a run has found again: a mark is deleted only some time after the
 * result was last found. Writes each mark once a day at most.
 */
export function renewAlerted(
  dialect: Dialect,
  monitorId: string,
  keys: readonly string[],
  now: number,
): Sql[] {
  if (keys.length === 0) return [];
  return [
    sql`UPDATE alerted SET seen_at = ${now} WHERE monitor_id = ${monitorId}
      AND seen_at < ${now - day} AND ${dialect.isIn('key', keys)}`,
  ];
}

/** Inserts keys that count as alerted, although no alert contains them. */
export function insertSeen(
  dialect: Dialect,
  monitor_id: string,
  keys: readonly string[],
  seen_at: number,
): Sql[] {
  return dialect.forRecords({
    table: 'alerted',
    columns: ['monitor_id', 'key', 'seen_at'],
    records: keys.toSorted().map((key) => ({ monitor_id, key, seen_at })),
    statement: (input) => sql`INSERT INTO alerted (monitor_id, key, seen_at, only_seen)
      SELECT monitor_id, key, seen_at, 1 FROM ${input} AS input WHERE true ON CONFLICT DO NOTHING`,
  });
}

/** Inserts the keys of alerted results that are missing. */
export function insertAlerted(records: readonly AlertedMark[]) {
  return {
    table: 'alerted',
    columns: ['monitor_id', 'key', 'seen_at'] as const,
    records,
    statement: (input: Sql) => sql`INSERT INTO alerted (monitor_id, key, seen_at)
      SELECT monitor_id, key, seen_at FROM ${input} AS input WHERE true ON CONFLICT DO NOTHING`,
  };
}

/** Must follow {@link advanceAlertTime}. */
export function insertAlert(alert: AlertRecord): Sql {
  return sql`INSERT INTO alerts (${alertColumns})
    VALUES (${alert.id}, ${alert.owner_id}, ${alert.team_id}, ${alert.monitor_id},
      ${alert.monitor_title}, ${alert.run_id},
      coalesce((SELECT last_alert_at FROM accounts WHERE id = ${alert.owner_id}),
        ${alert.created_at}),
      ${JSON.stringify(alert.results)})`;
}
