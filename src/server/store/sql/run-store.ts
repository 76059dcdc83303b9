import {
  type AlertedMark,
  type AlertRecord,
  advanceAlertTime,
  insertAlert,
  insertSeen,
  markAlerted,
  renewAlerted,
} from './alert-store.ts';
import { insertDeliveries, type NewDelivery } from './deliveries.ts';
import type { Dialect } from './dialect.ts';
import { type CollectedMatches, deleteCollected } from './match-store.ts';
import { beyond, type Listed, type RowPosition } from './row-position.ts';
import { type RunResultRecord, resultsFromJson } from './run-result.ts';
import { raw, type Sql, sql } from './sql.ts';
import { type SqlExecutor, unmetStatement } from './sql-executor.ts';
import { checkNotRemoved } from './takedown-store.ts';

/**
 * A result that is left for the next run: because of quiet hours, or because a run had too many results
 * of an agent or of the monitor's own feeds. With what the alert filters need to know about it.
 */
export interface HeldResultRecord {
  result: RunResultRecord;
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
  /** Why the run failed; `null` if it completed. */
  error: string | null;
  /** Ids of the connections that got no event because the webhook permission is missing. */
  skipped_channels: readonly string[];
}

/** A run with its alert and the deliveries of the alert. */
export interface CompletedRun {
  run: RunRecord;
  alert?: AlertRecord;
  /** One delivery for each connection. */
  deliveries: readonly NewDelivery[];
  /** The marks of the alert's results, and of further versions of their stories. */
  marks?: readonly AlertedMark[];
  /** The keys of results that the run found and that were alerted before. */
  alertedBefore?: readonly string[];
  /** The matches that the run has used. */
  collected?: CollectedMatches;
  /** Keys of further results that count as alerted after the run. */
  seen?: readonly string[];
  /** The fingerprints of their texts, as far as later versions are looked for. */
  seenStories?: ReadonlyMap<string, string>;
  /** For a scheduled run. */
  tick?: CompletedTick;
}

/** A scheduled run that found nothing. */
export interface QuietRun {
  run: Pick<RunRecord, 'id' | 'monitor_id' | 'started_at' | 'finished_at'>;
  tick: Pick<CompletedTick, 'lease_token' | 'next_run_at'>;
}

/** The lease of a scheduled run and the time of the next one. */
export interface CompletedTick {
  lease_token: string;
  next_run_at: number;
  /** All results that are held back after the run. Default: the same as before. */
  held?: readonly HeldResultRecord[] | undefined;
}

const jsonColumns = ['results', 'filtered', 'skipped_channels'] as const;

/** A row of `runs`: some columns are JSON. */
type RunRow = Listed<
  Omit<RunRecord, (typeof jsonColumns)[number]> & Record<(typeof jsonColumns)[number], string>
>;

const runColumns = raw(
  'id, monitor_id, trigger, status, started_at, finished_at, results, filtered, error, skipped_channels',
);

export type RunStore = ReturnType<typeof runStore>;

export function runStore(db: SqlExecutor) {
  return {
    /**
     * Stores the run, its alert and its deliveries in one transaction. The alert's `created_at` is
     * the given one, or later: it strictly increases for each account that can see the alert, in
     * the order in which alerts become visible.
     *
     * @returns `deleted` if the monitor does not exist, `unpaid` if the owner has no plan, `lost` if
     *   the lease of the tick was lost, `removed` if one of the results was taken down, `repeated` if
     *   an earlier alert contains one of the results, or `connection_changed` if a delivery does not
     *   match the current status of its connection. It stores nothing in these cases
     */
    async record(
      record: CompletedRun,
    ): Promise<
      'stored' | 'deleted' | 'unpaid' | 'lost' | 'removed' | 'repeated' | 'connection_changed'
    > {
      const {
        run,
        alert,
        deliveries,
        marks = [],
        alertedBefore = [],
        collected,
        seen = [],
        seenStories,
        tick,
      } = record;
      const monitor = [setLastRun(run).mustChange(1)];
      const paidRun = [insertPaidRun(run)];
      const notRemoved = checkNotRemoved(db.dialect, { table: 'runs', id: run.id }, [
        ...run.results,
        ...(tick?.held ?? []).map(({ result }) => result),
      ]);
      const alerted = alert ? markAlerted(db.dialect, alert, marks) : [];
      const tickEnd = tick ? [endTick(run.monitor_id, tick).mustChange(1)] : [];
      const connectionCheck = checkConnections(db.dialect, run.id, deliveries);
      const unmet = await unmetStatement(
        db.write(
          ...(alert ? advanceAlertTime(db.dialect, alert) : []),
          ...monitor,
          ...paidRun,
          ...notRemoved,
          ...alerted,
          ...tickEnd,
          ...(alert ? [insertAlert(alert)] : []),
          ...connectionCheck,
          ...insertDeliveries(db.dialect, deliveries),
          ...(collected ? deleteCollected(db.dialect, run.monitor_id, collected) : []),
          ...insertSeen(db.dialect, run.monitor_id, {
            keys: seen,
            ...(seenStories && { stories: seenStories }),
            at: run.finished_at,
          }),
          ...renewAlerted(db.dialect, run.monitor_id, alertedBefore, run.finished_at),
        ),
      );
      const outcomes = {
        deleted: monitor,
        unpaid: paidRun,
        removed: notRemoved,
        repeated: alerted,
        lost: tickEnd,
        connection_changed: connectionCheck,
      };
      return unmet ? outcomeOf(unmet, outcomes) : 'stored';
    },

    /**
     * Stores runs that found nothing, and the ends of their ticks, in one transaction. A tick of an
     * owner without a plan ends without a run.
     *
     * @returns `false`, and only releases the leases, if one of them was lost
     */
    async recordQuiet(ended: readonly QuietRun[]): Promise<boolean> {
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
    },

    /** Newest first, by the start of the runs; after a position if one is given. */
    async list(
      monitorId: string,
      limit: number,
      after?: RowPosition,
    ): Promise<Listed<RunRecord>[]> {
      const rows = await db.all<RunRow>(
        sql`SELECT ${runColumns}, sequence FROM runs
          WHERE monitor_id = ${monitorId} AND ${beyond(after, 'started_at', 'before')}
          ORDER BY started_at DESC, sequence DESC LIMIT ${limit}`,
      );
      return rows.map(({ results, filtered, skipped_channels, ...rest }) => ({
        ...rest,
        results: resultsFromJson(results),
        filtered: JSON.parse(filtered) as RunRecord['filtered'],
        skipped_channels: JSON.parse(skipped_channels) as string[],
      }));
    },

    /** The results that are left for the next run of the monitor, in the order in which they were found. */
    async held(monitorId: string): Promise<HeldResultRecord[]> {
      const row = await db.get<{ held: string }>(
        sql`SELECT held FROM monitors WHERE id = ${monitorId}`,
      );
      return row ? (JSON.parse(row.held) as HeldResultRecord[]) : [];
    },
  };
}

/** The outcome whose statements include the one that made the transaction fail. */
export function outcomeOf<Outcome extends string>(
  unmet: Sql,
  outcomes: Record<Outcome, readonly Sql[]>,
): Outcome {
  for (const outcome in outcomes) if (outcomes[outcome].includes(unmet)) return outcome;
  throw new Error('the statement belongs to no outcome', { cause: unmet });
}

/**
 * Fails the transaction unless the connections of held deliveries are still paused: otherwise nothing
 * would continue or drop these deliveries. It fails too if another connection was disabled or has
 * ended, or its account has no plan any more: that has stopped earlier deliveries for good. The
 * connections stay locked until the transaction ends.
 */
function checkConnections(
  dialect: Dialect,
  runId: string,
  deliveries: readonly NewDelivery[],
): Sql[] {
  if (deliveries.length === 0) return [];
  const idsOf = (isHeld: boolean) =>
    deliveries
      .filter(({ last_error }) => (last_error === 'connection_paused') === isHeld)
      .map(({ channel_id }) => channel_id);
  const held = idsOf(true);
  return [
    sql`SELECT id FROM channels
      WHERE ${dialect.isIn(
        'id',
        deliveries.map(({ channel_id }) => channel_id),
      )}
      ORDER BY id ${dialect.lockRows}`,
    sql`UPDATE runs SET id = id WHERE id = ${runId}
      AND NOT EXISTS (SELECT 1 FROM channels
        WHERE ${dialect.isIn('id', idsOf(false))} AND (status IN ('disabled', 'ended')
          OR account_id IN (SELECT id FROM accounts WHERE plan <> 'active')))
      AND (SELECT count(*) FROM channels
        WHERE ${dialect.isIn('id', held)} AND status = 'paused') = ${held.length}`.mustChange(1),
  ];
}

/** Ends the lease and stores the next tick and the held results, unless the lease was lost. */
export function endTick(monitorId: string, tick: CompletedTick): Sql {
  const held = tick.held ? sql`, held = ${JSON.stringify(tick.held)}` : sql``;
  return sql`UPDATE monitors
    SET next_run_at = ${tick.next_run_at}, lease_token = NULL, lease_until = NULL${held}
    WHERE id = ${monitorId} AND lease_token = ${tick.lease_token}`;
}

const isPaid = (monitorId: string) =>
  raw(`NOT EXISTS (SELECT 1 FROM monitors m JOIN accounts a ON a.id = m.owner_id
    WHERE m.id = ${monitorId} AND a.plan <> 'active')`);

/** The monitors are locked in the order of their ids so that concurrent runs cannot deadlock. */
function endQuietTicks(dialect: Dialect, ended: readonly QuietRun[]): Sql[] {
  const ids = ended.map(({ run }) => run.monitor_id);
  return [
    sql`SELECT id FROM monitors WHERE ${dialect.isIn('id', ids)} ORDER BY id ${dialect.lockRows}`,
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
      statement: (input) => sql`UPDATE monitors SET next_run_at = input.next_run_at,
          last_run_at = CASE WHEN ${isPaid('monitors.id')} THEN input.last_run_at
            ELSE monitors.last_run_at END,
          lease_token = NULL, lease_until = NULL
        FROM ${input} AS input
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
    statement: (input) => sql`INSERT INTO runs (${runColumns})
      SELECT id, monitor_id, 'schedule', 'completed', started_at, finished_at, '[]', '{}', NULL, '[]'
      FROM ${input} AS input WHERE ${isPaid('input.monitor_id')}`,
  });
}

/** Locks the monitor too, so that it is not deleted before the run is stored. */
function setLastRun({ monitor_id, finished_at }: RunRecord): Sql {
  return sql`UPDATE monitors SET last_run_at = ${finished_at} WHERE id = ${monitor_id}`;
}

/** Fails the transaction if the owner of the monitor, which must exist, has no plan. */
export function insertPaidRun(run: RunRecord): Sql {
  return sql`${insertRun(run)}
    WHERE NOT EXISTS (
      SELECT 1 FROM monitors m JOIN accounts a ON a.id = m.owner_id
      WHERE m.id = ${run.monitor_id} AND a.plan <> 'active'
    )`.mustChange(1);
}

export function insertRun(run: RunRecord): Sql {
  return sql`INSERT INTO runs (${runColumns})
    SELECT ${run.id}, ${run.monitor_id}, ${run.trigger}, ${run.status}, ${run.started_at},
      ${run.finished_at}, ${JSON.stringify(run.results)}, ${JSON.stringify(run.filtered)},
      ${run.error}, ${JSON.stringify(run.skipped_channels)}`;
}
