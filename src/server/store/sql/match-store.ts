import type { Dialect } from './dialect.ts';
import { insertConditions, type MonitorCondition } from './monitor-conditions.ts';
import { type Sql, sql } from './sql.ts';
import { type SqlExecutor, unmetStatement } from './sql-executor.ts';

/** Maximum number of matches of a monitor that wait for its next run. */
const maxWaitingMatches = 1_000;

/** A news item that satisfies the rule of a monitor. */
export interface MatchRecord {
  monitor_id: string;
  item_id: string;
  /** The number of the item's arrival. */
  arrival: number;
  /** Above 0 and up to 1. */
  strength: number;
  /** Equal for similar titles (see `titleWording`). */
  wording: number;
}

/** The matches of a monitor that wait for its next run. */
export interface WaitingMatches {
  /** Newest first. */
  matches: MatchRecord[];
  /** The number of others that were deleted since the last run, because too many waited. */
  dropped: number;
}

/** A batch of arrivals and their matches. */
export interface MatchedBatch {
  /** The last arrival that was matched before. */
  from: number;
  /** The last arrival of the batch. */
  until: number;
  itemIds: readonly string[];
  matches: readonly MatchRecord[];
  /** Matches of later versions that say nothing new: they only keep those that wait. */
  known?: readonly MatchRecord[];
  /** Conditions of monitors that were read from their prompts. */
  conditions?: readonly MonitorCondition[];
}

/** A monitor as arrivals are matched with it. */
export interface WatchRecord {
  id: string;
  prompt: string;
  /** What the prompt asks for (see `writeCondition`); `null` if it was not stored. */
  condition: string | null;
  execution: 'standard' | 'agentic';
  /** The last arrival before the watch began. */
  since_arrival: number;
}

export function matchStore(db: SqlExecutor) {
  const { dialect } = db;

  /** Of the monitors, those that will have more than {@link maxWaitingMatches}. */
  async function overflowing(matches: readonly MatchRecord[]): Promise<string[]> {
    const added = new Map<string, number>();
    for (const { monitor_id } of matches) added.set(monitor_id, (added.get(monitor_id) ?? 0) + 1);
    const waiting = await db.all<{ monitor_id: string; n: number }>(
      sql`SELECT monitor_id, count(*) AS n FROM matches
        WHERE ${dialect.isIn('monitor_id', [...added.keys()])} GROUP BY monitor_id`,
    );
    for (const { monitor_id, n } of waiting)
      added.set(monitor_id, (added.get(monitor_id) ?? 0) + n);
    return [...added].filter(([, n]) => n > maxWaitingMatches).map(([id]) => id);
  }

  return {
    /** The number of the last arrival that was compared with all monitors. */
    async matchedUntil(): Promise<number> {
      const row = await db.get<{ matched_until: number }>(sql`SELECT matched_until FROM matching`);
      return row?.matched_until ?? 0;
    },

    /** Whether any monitor has anchor terms. */
    async hasWatches(): Promise<boolean> {
      return (await db.get(sql`SELECT 1 AS found FROM monitor_terms LIMIT 1`)) !== undefined;
    },

    /** The monitors that have one of the terms as an anchor term, once for each of them. */
    interested(terms: readonly number[]): Promise<{ term: number; monitor_id: string }[]> {
      return db.all(
        sql`SELECT term, monitor_id FROM monitor_terms WHERE ${dialect.isIn('term', terms)}`,
      );
    },

    /** What the monitors watch for. Unknown ids are absent. */
    watches(monitorIds: readonly string[]): Promise<WatchRecord[]> {
      return db.all<WatchRecord>(
        sql`SELECT id, prompt, execution, since_arrival, condition FROM monitors
          LEFT JOIN monitor_conditions ON monitor_id = id
          WHERE ${dialect.isIn('id', monitorIds)}`,
      );
    },

    /**
     * Stores the matches of a batch, in place of those of earlier versions of its items. Of each
     * monitor, {@link maxWaitingMatches} are kept. Skips monitors that do not exist any more.
     *
     * @returns `false`, and stores nothing, if another process has matched the batch
     */
    async record({
      from,
      until,
      itemIds,
      matches,
      known = [],
      conditions = [],
    }: MatchedBatch): Promise<boolean> {
      const tooMany = matches.length === 0 ? [] : await overflowing(matches);
      const unmet = await unmetStatement(
        db.write(
          sql`UPDATE matching SET matched_until = ${until}
            WHERE matched_until = ${from}`.mustChange(1),
          ...lockMonitors(dialect, itemIds, [...matches, ...conditions]),
          ...keepMatches(dialect, known),
          ...(itemIds.length === 0
            ? []
            : [
                sql`DELETE FROM matches WHERE ${dialect.isIn('item_id', itemIds)}
                  AND arrival <= ${from}`,
              ]),
          ...insertConditions(dialect, conditions),
          ...insertMatches(dialect, matches),
          ...tooMany.toSorted().flatMap((id) => dropExcess(dialect, id)),
        ),
      );
      return unmet === undefined;
    },

    async waiting(monitorId: string): Promise<WaitingMatches> {
      const matches = await db.all<MatchRecord>(
        sql`SELECT monitor_id, item_id, arrival, strength, wording FROM matches
          WHERE monitor_id = ${monitorId} ORDER BY arrival DESC`,
      );
      const row = await db.get<{ dropped_matches: number }>(
        sql`SELECT dropped_matches FROM monitors WHERE id = ${monitorId}`,
      );
      return { matches, dropped: row?.dropped_matches ?? 0 };
    },
  };
}

/**
 * Locks the monitors that a batch stores something of, and those that had matches of its items. Runs lock
 * their monitor before its matches too, so that they cannot deadlock with the batch.
 */
function lockMonitors(
  dialect: Dialect,
  itemIds: readonly string[],
  records: readonly Pick<MatchRecord, 'monitor_id'>[],
): Sql[] {
  if (itemIds.length === 0) return [];
  const ids = [...new Set(records.map(({ monitor_id }) => monitor_id))];
  return dialect.locking(
    sql`SELECT id FROM monitors WHERE ${dialect.isIn('id', ids)}
      OR id IN (SELECT monitor_id FROM matches WHERE ${dialect.isIn('item_id', itemIds)})
      ORDER BY id`,
  );
}

/** Keeps the matches that wait for earlier versions of the items, as those of the later ones. */
function keepMatches(dialect: Dialect, matches: readonly MatchRecord[]): Sql[] {
  return dialect.forRecords({
    table: 'matches',
    columns: ['monitor_id', 'item_id', 'arrival'],
    records: matches.map(({ monitor_id, item_id, arrival }) => ({ monitor_id, item_id, arrival })),
    statement: ({ rows }) => sql`UPDATE matches SET arrival = input.arrival FROM ${rows} AS input
      WHERE matches.monitor_id = input.monitor_id AND matches.item_id = input.item_id`,
  });
}

/** Inserts matches of monitors that exist. */
export function insertMatches(dialect: Dialect, matches: readonly MatchRecord[]): Sql[] {
  return dialect.forRecords({
    table: 'matches',
    columns: ['monitor_id', 'item_id', 'arrival', 'strength', 'wording'],
    records: matches.map(({ monitor_id, item_id, arrival, strength, wording }) => ({
      monitor_id,
      item_id,
      arrival,
      strength,
      wording,
    })),
    statement: ({
      rows,
    }) => sql`INSERT INTO matches (monitor_id, item_id, arrival, strength, wording)
      SELECT monitor_id, item_id, arrival, strength, wording FROM ${rows} AS input
      WHERE EXISTS (SELECT 1 FROM monitors WHERE monitors.id = input.monitor_id)
      ON CONFLICT (monitor_id, item_id) DO UPDATE
      SET arrival = excluded.arrival, strength = excluded.strength, wording = excluded.wording`,
  });
}

/**
 * Deletes all but {@link maxWaitingMatches} of a monitor, and counts what it deletes. Keeps the newest
 * match of each wording before the second of any, and so on; of those in one round the newest.
 */
function dropExcess(dialect: Dialect, monitorId: string): Sql[] {
  const excess = sql`SELECT item_id FROM (
      SELECT item_id, row_number() OVER (ORDER BY round, arrival DESC) AS place FROM (
        SELECT item_id, arrival,
          row_number() OVER (PARTITION BY wording ORDER BY arrival DESC) AS round
        FROM matches WHERE monitor_id = ${monitorId}
      ) AS in_rounds
    ) AS placed WHERE place > ${maxWaitingMatches}`;
  return [
    sql`UPDATE monitors SET dropped_matches = dropped_matches
      + (SELECT count(*) - ${maxWaitingMatches} FROM matches WHERE monitor_id = ${monitorId})
      WHERE id = ${monitorId}
        AND (SELECT count(*) FROM matches WHERE monitor_id = ${monitorId}) > ${maxWaitingMatches}`,
    sql`DELETE FROM matches WHERE monitor_id = ${monitorId}
      AND ${dialect.isAmong('item_id', excess)}`,
  ];
}

/** Matches that a run has used. */
export interface CollectedMatches {
  /** Those of these items, up to an arrival. */
  itemIds: readonly string[];
  until: number;
  /** The number of dropped matches that the run reports. */
  dropped: number;
}

/** Deletes the matches that a run has used. Matches of later versions of the items are kept. */
export function deleteCollected(
  dialect: Dialect,
  monitorId: string,
  { itemIds, until, dropped }: CollectedMatches,
): Sql[] {
  return [
    ...(itemIds.length === 0
      ? []
      : [
          sql`DELETE FROM matches WHERE monitor_id = ${monitorId}
            AND ${dialect.isIn('item_id', itemIds)} AND arrival <= ${until}`,
        ]),
    ...(dropped === 0
      ? []
      : [
          // Another run may have reported them at the same time.
          sql`UPDATE monitors SET dropped_matches =
            CASE WHEN dropped_matches > ${dropped} THEN dropped_matches - ${dropped} ELSE 0 END
            WHERE id = ${monitorId}`,
        ]),
  ];
}
