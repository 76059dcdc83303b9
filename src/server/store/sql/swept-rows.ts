import { deletePayloads, isLiveRow } from './deliveries.ts';
import type { Dialect } from './dialect.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** A table, or a part of one, whose old rows a sweep deletes. */
export type SweptRows = keyof typeof simpleSweeps | keyof typeof walkedSweeps | 'alerted' | 'usage';

/** Where a sweep of a table continues: the time and the key of the last row that was examined. */
export type SweepPosition = readonly [time: number, key: string | number];

export interface SweptBatch {
  /** The number of deleted rows. */
  deleted: number;
  isLast: boolean;
  /** Where the next batch continues, for tables of which some old rows are kept. */
  after?: SweepPosition | undefined;
}

export interface SweepOptions {
  /** Only rows from before this time are deleted. */
  before: number;
  /** Maximum number of rows to examine. */
  limit: number;
  after?: SweepPosition | undefined;
}

/** Tables of which every old row is deleted: the columns of the time and of the key. */
const simpleSweeps = {
  alerts: { table: 'alerts', time: 'created_at', key: 'sequence' },
  sessions: { table: 'sessions', time: 'expires_at', key: 'hash' },
  sign_in_links: { table: 'sign_in_links', time: 'expires_at', key: 'hash' },
  oauth_artifacts: { table: 'oauth_artifacts', time: 'expires_at', key: 'hash' },
  expired_oauth_grants: { table: 'oauth_grants', time: 'expires_at', key: 'sequence' },
  rate_limits: { table: 'rate_limits', time: 'ends_at', key: 'key' },
} as const;

/** Tables of which old rows are deleted if they meet a condition. */
const walkedSweeps = {
  /** Those without an attempt to come. */
  deliveries: {
    table: 'deliveries',
    time: 'created_at',
    key: 'sequence',
    isUnused: () => sql`due_at IS NULL AND lease_token IS NULL`,
  },
  /** Those without an alert and deliveries, except the newest of each monitor. */
  runs: {
    table: 'runs',
    time: 'started_at',
    key: 'sequence',
    isUnused: ({
      hasLater,
    }: Dialect) => sql`NOT EXISTS (SELECT 1 FROM alerts WHERE alerts.run_id = runs.id)
      AND NOT EXISTS (SELECT 1 FROM payloads WHERE payloads.run_id = runs.id)
      AND (
        NOT EXISTS (SELECT 1 FROM monitors WHERE monitors.id = runs.monitor_id)
        OR ${hasLater('runs', 'monitor_id', 'started_at')}
      )`,
  },
  /** Those that are not the newest of their account. */
  briefings: {
    table: 'briefings',
    time: 'created_at',
    key: 'sequence',
    isUnused: ({ hasLater }: Dialect) => hasLater('briefings', 'account_id', 'created_at'),
  },
  /** Grants without a token. */
  unused_oauth_grants: {
    table: 'oauth_grants',
    time: 'created_at',
    key: 'sequence',
    isUnused: () =>
      sql`NOT EXISTS (SELECT 1 FROM oauth_artifacts WHERE grant_id = oauth_grants.id)`,
  },
  /** Clients without a grant. */
  unused_oauth_clients: {
    table: 'oauth_clients',
    time: 'created_at',
    key: 'id',
    isUnused: () => sql`NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = oauth_clients.id)`,
  },
} as const;

interface WalkedRow {
  time: number;
  key: string | number;
  is_unused: number;
  payload_id?: string;
}

/** Finds and deletes the old rows of tables. */
export function sweptRows(db: SqlExecutor) {
  const { dialect } = db;

  /** Runs statements that return a row for each row that they change. */
  async function changed(...statements: readonly Sql[]): Promise<number> {
    return (await db.write(...statements)).length;
  }

  async function simpleBatch(
    { table, time, key }: (typeof simpleSweeps)[keyof typeof simpleSweeps],
    { before, limit }: SweepOptions,
  ): Promise<number> {
    const keyColumn = raw(key);
    const timeColumn = raw(time);
    return changed(
      sql`DELETE FROM ${raw(table)} WHERE ${timeColumn} < ${before} AND ${keyColumn} IN (
          SELECT ${keyColumn} FROM ${raw(table)} WHERE ${timeColumn} < ${before}
          ORDER BY ${timeColumn} LIMIT ${limit}
        ) RETURNING 1 AS deleted`,
    );
  }

  async function walkedBatch(
    rows: keyof typeof walkedSweeps,
    { before, limit, after }: SweepOptions,
  ): Promise<SweptBatch> {
    const { table, time, key } = walkedSweeps[rows];
    const isUnused = walkedSweeps[rows].isUnused(dialect);
    const order = raw(`${time}, ${key}`);
    const payload = raw(rows === 'deliveries' ? ', payload_id' : '');
    // The condition is outside of the subquery: for all old rows, PostgreSQL would read whole tables.
    const found = await db.all<WalkedRow>(
      sql`SELECT ${raw(time)} AS time, ${raw(key)} AS key,
          CASE WHEN ${isUnused} THEN 1 ELSE 0 END AS is_unused ${payload}
        FROM (
          SELECT * FROM ${raw(table)}
          WHERE ${raw(time)} < ${before} AND ${after ? sql`(${order}) > (${after[0]}, ${after[1]})` : raw('1 = 1')}
          ORDER BY ${order} LIMIT ${limit}
        ) AS ${raw(table)}
        ORDER BY ${order}`,
    );
    const unused = found.filter(({ is_unused }) => is_unused === 1);
    if (unused.length > 0) {
      const keys = unused.map((row) => row.key);
      const times = unused.map((row) => row.time);
      const between = sql`BETWEEN ${Math.min(...times)} AND ${Math.max(...times)}`;
      // Selects the partitions of the table.
      const isOfBatch =
        rows === 'deliveries'
          ? sql`${raw(time)} ${between} AND (${isLiveRow} OR partition_time ${between})`
          : sql`${raw(time)} ${between}`;
      const payloads = unused.flatMap(({ payload_id }) => payload_id ?? []);
      await db.write(
        // The condition again: a client may just have got a grant. Inserting a grant locks its
        // client, so `skipLocked` keeps that client.
        sql`DELETE FROM ${raw(table)} WHERE ${isOfBatch} AND ${raw(key)} IN (
          SELECT ${raw(key)} FROM ${raw(table)}
          WHERE ${dialect.isIn(key, keys)} AND ${isOfBatch} AND ${isUnused} ${dialect.skipLocked})`,
        ...(payloads.length === 0 ? [] : [deletePayloads(dialect.isIn('id', payloads))]),
      );
    }
    const last = found.at(-1);
    return {
      deleted: unused.length,
      isLast: found.length < limit,
      after: last && [last.time, last.key],
    };
  }

  /**
   * Deletes the marks of results that no run has found since `before`, unless the item is still in
   * the index, where a run could find it again. Those marks get a new time.
   */
  async function alertedBatch({ before, limit }: SweepOptions, now: number): Promise<SweptBatch> {
    const oldest = sql`(monitor_id, key) IN (
        SELECT monitor_id, key FROM alerted WHERE seen_at < ${before}
        ORDER BY seen_at LIMIT ${limit}
      )`;
    const canBeFound = sql`EXISTS (SELECT 1 FROM monitors WHERE monitors.id = monitor_id)
      AND EXISTS (SELECT 1 FROM news WHERE news.id = key)`;
    const examined = await db.write<{ is_deleted: number }>(
      sql`UPDATE alerted SET seen_at = ${now} WHERE ${oldest} AND ${canBeFound}
        RETURNING 0 AS is_deleted`,
      sql`DELETE FROM alerted WHERE ${oldest} AND NOT (${canBeFound}) RETURNING 1 AS is_deleted`,
    );
    const deleted = examined.filter(({ is_deleted }) => is_deleted === 1).length;
    return { deleted, isLast: examined.length < limit };
  }

  return {
    /** The tables of a list that have rows from before the given times. */
    async withOldRows(times: ReadonlyMap<SweptRows, number>): Promise<SweptRows[]> {
      if (times.size === 0) return [];
      const found = [...times].map(([rows, before]) => {
        const { table, time, value } = oldRows(rows, before);
        return sql`EXISTS (SELECT 1 FROM ${raw(table)} WHERE ${raw(time)} < ${value}) AS ${raw(rows)}`;
      });
      const [first = sql`1`, ...others] = found;
      const columns = others.reduce((before, after) => sql`${before}, ${after}`, first);
      const row = await db.get<Record<SweptRows, number | boolean>>(sql`SELECT ${columns}`);
      return [...times.keys()].filter((rows) => row?.[rows]);
    },

    /** Deletes old rows in one short transaction. */
    async deleteBatch(rows: SweptRows, options: SweepOptions, now: number): Promise<SweptBatch> {
      if (isWalked(rows)) return walkedBatch(rows, options);
      if (rows === 'alerted') return alertedBatch(options, now);
      const deleted =
        rows === 'usage'
          ? await changed(deleteUsage(options))
          : await simpleBatch(simpleSweeps[rows], options);
      return { deleted, isLast: deleted < options.limit };
    },
  };
}

/** Where the old rows of a sweep are. */
function oldRows(rows: SweptRows, before: number) {
  if (rows === 'usage') return { table: 'usage_counts', time: 'day', value: dayBefore(before) };
  if (rows === 'alerted') return { table: 'alerted', time: 'seen_at', value: before };
  return { ...(isWalked(rows) ? walkedSweeps[rows] : simpleSweeps[rows]), value: before };
}

function dayBefore(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function isWalked(rows: SweptRows): rows is keyof typeof walkedSweeps {
  return rows in walkedSweeps;
}

function deleteUsage({ before, limit }: SweepOptions): Sql {
  const day = dayBefore(before);
  return sql`DELETE FROM usage_counts WHERE (account_id, day, operation) IN (
      SELECT account_id, day, operation FROM usage_counts WHERE day < ${day}
      ORDER BY day LIMIT ${limit}
    ) RETURNING 1 AS deleted`;
}
