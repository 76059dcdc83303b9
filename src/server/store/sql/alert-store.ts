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
  monitor_id?: string | undefined;
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
      const { limit, order, after, monitor_id } = query;
      const { since = Number.MIN_SAFE_INTEGER, until = Number.MAX_SAFE_INTEGER } = query;
      const ascends = order === 'oldest_first';
      const direction = raw(ascends ? 'ASC' : 'DESC');
      const inOrder = sql`ORDER BY created_at ${direction}, sequence ${direction} LIMIT ${limit}`;
      const select = (condition: Sql) => sql`SELECT ${alertColumns}, sequence FROM alerts
        WHERE ${condition} AND created_at BETWEEN ${since} AND ${until}
          AND ${beyond(after, 'created_at', ascends ? 'after' : 'before')}
        ${inOrder}`;
      // The index of the monitor finds few alerts of others, whatever the viewer sees besides.
      const visible =
        monitor_id === undefined
          ? selectVisible(db.dialect, viewer, select)
          : select(sql`monitor_id = ${monitor_id} AND (owner_id = ${viewer.account_id}
              OR ${db.dialect.isIn('team_id', viewer.team_ids)})`);
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

    /**
     * The fingerprints of the stories that the monitor has alerted, by the keys of the results: of
     * the given keys, and of the newest results that a run has found since a time.
     */
    async stories(
      monitorId: string,
      { keys, since, limit }: { keys: readonly string[]; since: number; limit: number },
    ): Promise<Map<string, string>> {
      const isStory = sql`monitor_id = ${monitorId} AND story IS NOT NULL`;
      const rows = await db.all<{ key: string; story: string }>(
        sql`SELECT key, story FROM alerted WHERE ${isStory} AND (${db.dialect.isIn('key', keys)}
            OR key IN (
              SELECT key FROM alerted WHERE ${isStory} AND seen_at >= ${since}
              ORDER BY seen_at DESC, key LIMIT ${limit}
            ))
          ORDER BY seen_at, key`,
      );
      return new Map(rows.map(({ key, story }) => [key, story]));
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

/** A result that counts as alerted. */
export interface AlertedMark {
  key: string;
  /** The fingerprint of its text; `null` if later versions are not recognized. */
  story: string | null;
  /** Set if the result has a mark: the fingerprint of the version that was alerted before. */
  replaces?: string | null;
}

/**
 * Marks results as alerted. Fails the transaction if the mark of one of them has been added or changed
 * since it was read. The keys are sorted so that concurrent runs with the same results cannot deadlock.
 *
 * @param marks those of the alert's results (default: without fingerprints), and of further results
 *   that count as alerted
 */
export function markAlerted(
  dialect: Dialect,
  { monitor_id, results, created_at: seen_at }: AlertRecord,
  marks: readonly AlertedMark[],
): Sql[] {
  const byKey = new Map(marks.map((mark) => [mark.key, mark]));
  const keys = new Set(results.map(({ key }) => key));
  const own = [...keys].map((key) => byKey.get(key) ?? { key, story: null });
  const all = sortedByKey([...own, ...marks.filter(({ key }) => !keys.has(key))]);
  const toRow = ({ key, story }: AlertedMark) => ({ monitor_id, key, story, seen_at });
  const isNew = ({ replaces }: AlertedMark) => replaces === undefined;
  return [
    ...dialect.forRecords({ ...insertAlerted(all.filter(isNew).map(toRow)), mustChange: 1 }),
    ...sortedByKey(own).flatMap(({ key, story, replaces }) =>
      replaces === undefined
        ? []
        : [
            sql`UPDATE alerted SET story = ${story}, seen_at = ${seen_at}, only_seen = 0
              WHERE monitor_id = ${monitor_id} AND key = ${key}
                AND coalesce(story, '') = ${replaces ?? ''}`.mustChange(1),
          ],
    ),
    ...dialect.forRecords(insertAlerted(all.filter((mark) => !isNew(mark)).map(toRow))),
  ];
}

function sortedByKey(marks: readonly AlertedMark[]): AlertedMark[] {
  return marks.toSorted((a, b) => (a.key < b.key ? -1 : 1));
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

/** Results that count as alerted, although no alert contains them. */
export interface SeenResults {
  keys: readonly string[];
  /** The fingerprints of texts whose later versions are recognized. */
  stories?: ReadonlyMap<string, string>;
  at: number;
}

export function insertSeen(
  dialect: Dialect,
  monitor_id: string,
  { keys, stories, at: seen_at }: SeenResults,
): Sql[] {
  const toRow = (key: string) => {
    return { monitor_id, key, seen_at, story: stories?.get(key) ?? null, only_seen: 1 };
  };
  return dialect.forRecords({
    table: 'alerted',
    columns: ['monitor_id', 'key', 'seen_at', 'story', 'only_seen'],
    records: keys.toSorted().map(toRow),
    statement: ({
      source,
    }) => sql`INSERT INTO alerted (monitor_id, key, seen_at, story, only_seen) ${source}
      ON CONFLICT DO NOTHING`,
  });
}

interface AlertedRow {
  monitor_id: string;
  key: string;
  story: string | null;
  seen_at: number;
}

/** Inserts the marks of alerted results that are missing. */
export function insertAlerted(records: readonly AlertedRow[]) {
  return {
    table: 'alerted',
    columns: ['monitor_id', 'key', 'seen_at', 'story'] as const,
    records,
    statement: ({ source }: { source: Sql }) =>
      sql`INSERT INTO alerted (monitor_id, key, seen_at, story) ${source} ON CONFLICT DO NOTHING`,
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
