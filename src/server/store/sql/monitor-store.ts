import { selectVisible, type Viewer } from './account-store.ts';
import { insertSeen, type SeenResults } from './alert-store.ts';
import type { Dialect } from './dialect.ts';
import { claimMonitors, isQuiet, nextTickDue } from './due-monitors.ts';
import { insertMatches, type MatchRecord } from './match-store.ts';
import { changeMonitor, type ExpectedLists, type MonitorChanges } from './monitor-changes.ts';
import { insertConditions } from './monitor-conditions.ts';
import {
  type ClaimedMonitor,
  type MonitorRecord,
  type MonitorRow,
  monitorColumns,
  monitorOf,
} from './monitor-record.ts';
import { insertTerms } from './monitor-terms.ts';
import { outcomeOf } from './outcome-of.ts';
import { insertEntitledRun, isRun, type RunRecord } from './run-record.ts';
import { raw, type Sql, sql } from './sql.ts';
import { type SqlExecutor, unmetStatement } from './sql-executor.ts';
import { stopQueuedOfMonitor } from './stop-queued.ts';
import { checkNotRemoved } from './takedown-store.ts';
import { type CompletedTick, endTick } from './tick.ts';

export interface MonitorCounts {
  monitors: number;
  /** How many of them are paused. */
  paused: number;
}

/** The first records of the watch of a new monitor. */
export interface NewWatch {
  /** Its anchor terms, as ids (see `termId`). Without any, no arrival matches. */
  terms?: readonly number[];
  /** Its condition (see `writeCondition`; default: it is read from the prompt when an arrival needs it). */
  condition?: string;
  /** The number of the last arrival that `matches` and `seen` cover (default: the last one). */
  since?: number;
  /** Matches of items that arrived while the monitor was prepared. */
  matches?: readonly MatchRecord[];
  /** Results of the past, which count as alerted. */
  seen?: SeenResults;
  preview?: RunRecord;
}

const minute = 60_000;

export function monitorStore(db: SqlExecutor) {
  return {
    /**
     * Stores the monitor and the first records of its watch in one transaction.
     *
     * @returns `taken` if the id is, `outdated` if news arrived after `since`, or, if there is a
     *   preview, `not_entitled` if the owner is not and `removed` if one of the results was taken
     *   down. It stores nothing in these cases
     */
    async create(
      monitor: MonitorRecord,
      { terms = [], condition, since, matches = [], seen, preview }: NewWatch = {},
    ): Promise<'stored' | 'taken' | 'outdated' | 'not_entitled' | 'removed'> {
      const { dialect } = db;
      const inserted = insertMonitor(dialect, monitor).mustChange(1);
      const current = since === undefined ? [] : [checkSince(monitor, since).mustChange(1)];
      const entitledRun = preview ? [insertEntitledRun(preview)] : [];
      const notRemoved = preview
        ? checkNotRemoved(dialect, { table: 'runs', isRow: isRun(preview) }, preview.results)
        : [];
      const unmet = await unmetStatement(
        db.write(
          ...dialect.lockArrivals,
          inserted,
          ...current,
          ...insertTerms(dialect, [{ monitor_id: monitor.id, terms }]),
          ...(condition === undefined
            ? []
            : insertConditions(dialect, [{ monitor_id: monitor.id, condition }])),
          ...insertMatches(dialect, matches),
          ...(seen ? insertSeen(dialect, monitor.id, seen) : []),
          ...entitledRun,
          ...notRemoved,
        ),
      );
      const outcomes = {
        taken: [inserted],
        outdated: current,
        not_entitled: entitledRun,
        removed: notRemoved,
      };
      return unmet ? outcomeOf(unmet, outcomes) : 'stored';
    },

    async get(id: string): Promise<MonitorRecord | undefined> {
      const row = await db.get<MonitorRow>(
        sql`SELECT ${monitorColumns} FROM monitors WHERE id = ${id}`,
      );
      return row && monitorOf(row);
    },

    /** The number of monitors that an account owns. */
    async countOwned(accountId: string): Promise<number> {
      const row = await db.get<{ count: number }>(
        sql`SELECT count(*) AS count FROM monitors WHERE owner_id = ${accountId}`,
      );
      return row?.count ?? 0;
    },

    /** The monitors that the viewer sees, oldest first. */
    async list(viewer: Viewer): Promise<MonitorRecord[]> {
      const rows = await db.all<MonitorRow>(
        selectVisible(
          db.dialect,
          viewer,
          (condition) => sql`SELECT ${monitorColumns} FROM monitors WHERE ${condition}`,
        ),
      );
      return rows.sort(oldestFirst).map(monitorOf);
    },

    /** The number of monitors that the viewer sees, and how many of them are paused. */
    async countVisible(viewer: Viewer): Promise<MonitorCounts> {
      const parts = await db.all<MonitorCounts>(
        selectVisible(
          db.dialect,
          viewer,
          (condition) => sql`SELECT count(*) AS monitors,
            count(CASE WHEN status = 'paused' THEN 1 END) AS paused
            FROM monitors WHERE ${condition}`,
        ),
      );
      return parts.reduce((total, part) => ({
        monitors: total.monitors + part.monitors,
        paused: total.paused + part.paused,
      }));
    },

    /** Those of the given ids whose monitors the viewer sees, oldest first. */
    async visibleIds({ account_id, team_ids }: Viewer, ids: readonly string[]): Promise<string[]> {
      const { isIn } = db.dialect;
      const rows = await db.all<Aged>(
        sql`SELECT id, created_at FROM monitors WHERE ${isIn('id', ids)}
          AND (owner_id = ${account_id} OR ${isIn('team_id', team_ids)})`,
      );
      return rows.sort(oldestFirst).map(({ id }) => id);
    },

    /** The newest active monitors that the viewer sees, oldest first. */
    async newestActive(viewer: Viewer, limit: number): Promise<MonitorRecord[]> {
      const rows = await db.all<MonitorRow>(
        selectVisible(
          db.dialect,
          viewer,
          (condition) => sql`SELECT ${monitorColumns} FROM monitors
            WHERE ${condition} AND status = 'active'
            ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
        ),
      );
      return rows.sort(oldestFirst).slice(-limit).map(monitorOf);
    },

    /**
     * Changes the given columns only. Another interval, which starts now, also sets the next tick of
     * an active monitor and releases the lease.
     *
     * @param expected lists that the monitor must still have
     * @returns the changed monitor; `undefined`, and changes nothing, if it does not exist or has
     *   other lists
     */
    async update(
      id: string,
      changes: MonitorChanges,
      now: number,
      expected: ExpectedLists = {},
    ): Promise<MonitorRecord | undefined> {
      const [row] = await db.write<MonitorRow>(
        changeMonitor(db.dialect, id, changes, { now, expected }),
      );
      return row && monitorOf(row);
    },

    /**
     * Sets the status and releases the lease. The interval of an active monitor starts now.
     *
     * @returns the changed monitor; `undefined` if it does not exist
     */
    async setStatus(
      id: string,
      status: MonitorRecord['status'],
      now: number,
    ): Promise<MonitorRecord | undefined> {
      const next = sql`CAST(${now} AS ${raw(db.dialect.integer)}) + every_minutes * ${raw(`${minute}`)}`;
      const [row] = await db.write<MonitorRow>(
        sql`UPDATE monitors
          SET status = ${status}, next_run_at = ${status === 'active' ? next : null},
            lease_token = NULL, lease_until = NULL
          WHERE id = ${id} RETURNING ${monitorColumns}`,
      );
      return row && monitorOf(row);
    },

    /** Deletes the monitor, but not its runs and alerts, and ends its connections. */
    async delete(id: string): Promise<void> {
      await db.write(
        sql`DELETE FROM monitors WHERE id = ${id}`,
        sql`DELETE FROM monitor_terms WHERE monitor_id = ${id}`,
        sql`DELETE FROM monitor_conditions WHERE monitor_id = ${id}`,
        sql`DELETE FROM matches WHERE monitor_id = ${id}`,
        sql`UPDATE channels SET status = 'ended', status_reason = 'monitor_deleted'
          WHERE monitor_id = ${id}`,
      );
      await stopQueuedOfMonitor(db, id);
    },

    /** Claims active monitors whose next tick is due, longest overdue first. */
    claimDue: (now: number, leaseUntil: number, limit: number): Promise<ClaimedMonitor[]> =>
      claimMonitors(db, { now, leaseUntil, limit }),

    /**
     * Claims like `claimDue`, but only monitors for which nothing waits: no matches, no held results,
     * no feeds of their own, and no agent.
     */
    claimQuiet: (now: number, leaseUntil: number, limit: number): Promise<ClaimedMonitor[]> =>
      claimMonitors(db, { now, leaseUntil, limit, condition: isQuiet }),

    /** Ends the tick of a claimed monitor without a run, unless its lease was lost. */
    async skipTick(id: string, tick: CompletedTick): Promise<void> {
      await db.write(endTick(id, tick));
    },

    /** When the next tick is due or a lease expires; `undefined` if no tick is planned. */
    nextDue: (): Promise<number | undefined> => nextTickDue(db),
  };
}

/** Changes no row if news arrived after `since`, before the monitor was inserted. */
function checkSince({ id }: MonitorRecord, since: number): Sql {
  return sql`UPDATE monitors SET id = id WHERE id = ${id} AND since_arrival = ${since}`;
}

/** Inserts the monitor, whose watch begins now, unless its id is taken. */
export function insertMonitor(dialect: Dialect, monitor: MonitorRecord): Sql {
  const { id, owner_id, team_id, title, prompt, status, every_minutes, execution } = monitor;
  return sql`INSERT INTO monitors (${monitorColumns}, since_arrival)
    VALUES (${id}, ${owner_id}, ${team_id}, ${title}, ${prompt}, ${status}, ${every_minutes},
      ${execution}, ${JSON.stringify(monitor.sources)}, ${JSON.stringify(monitor.include_sources)},
      ${JSON.stringify(monitor.exclude_sources)}, ${JSON.stringify(monitor.include_languages)},
      ${JSON.stringify(monitor.exclude_languages)}, ${JSON.stringify(monitor.exclude_words)},
      ${monitor.min_relevance}, ${monitor.quiet_hours}, ${monitor.created_at},
      ${monitor.last_run_at}, ${monitor.next_run_at}, ${dialect.lastArrival})
    ON CONFLICT (id) DO NOTHING`;
}

type Aged = Pick<MonitorRecord, 'id' | 'created_at'>;

function oldestFirst(a: Aged, b: Aged): number {
  return a.created_at - b.created_at || (a.id < b.id ? -1 : 1);
}
