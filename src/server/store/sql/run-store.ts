import { isEntitled } from './account-store.ts';
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
import { outcomeOf } from './outcome-of.ts';
import { type QuietRun, recordQuietRuns } from './quiet-runs.ts';
import { beyond, type Listed, type RowPosition } from './row-position.ts';
import {
  type HeldResultRecord,
  insertEntitledRun,
  isRun,
  type RunRecord,
  runColumns,
} from './run-record.ts';
import { resultsFromJson } from './run-result.ts';
import { type Sql, sql } from './sql.ts';
import { type SqlExecutor, unmetStatement } from './sql-executor.ts';
import { checkNotRemoved } from './takedown-store.ts';
import { type CompletedTick, endTick } from './tick.ts';

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
  /** The fingerprints of texts whose later versions are recognized. */
  seenStories?: ReadonlyMap<string, string>;
  /** For a scheduled run. */
  tick?: CompletedTick;
}

const jsonColumns = ['results', 'repeats', 'filtered', 'skipped_channels'] as const;

/** A row of `runs`: some columns are JSON. */
type RunRow = Listed<
  Omit<RunRecord, (typeof jsonColumns)[number]> & Record<(typeof jsonColumns)[number], string>
>;

export type RunStore = ReturnType<typeof runStore>;

export function runStore(db: SqlExecutor) {
  return {
    /**
     * Stores the run, its alert and its deliveries in one transaction. The alert's `created_at` is
     * the given one, or later: it strictly increases for each account that can see the alert, in
     * the order in which alerts become visible.
     *
     * @returns `deleted` if the monitor does not exist, `not_entitled` if the owner is not, `lost` if
     *   the lease of the tick was lost, `removed` if one of the results was taken down, `repeated` if
     *   an earlier alert contains one of the results, or `connection_changed` if a delivery does not
     *   match the current status of its connection. It stores nothing in these cases
     */
    async record(
      record: CompletedRun,
    ): Promise<
      'stored' | 'deleted' | 'not_entitled' | 'lost' | 'removed' | 'repeated' | 'connection_changed'
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
      const entitledRun = [insertEntitledRun(run)];
      const notRemoved = checkNotRemoved(db.dialect, { table: 'runs', isRow: isRun(run) }, [
        ...run.results,
        ...run.repeats,
        ...(tick?.held ?? []).map(({ result }) => result),
      ]);
      const alerted = alert ? markAlerted(db.dialect, alert, marks) : [];
      const tickEnd = tick ? [endTick(run.monitor_id, tick).mustChange(1)] : [];
      const connectionCheck = checkConnections(db.dialect, run, deliveries);
      const unmet = await unmetStatement(
        db.write(
          ...(alert ? advanceAlertTime(db.dialect, alert) : []),
          ...monitor,
          ...entitledRun,
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
        not_entitled: entitledRun,
        removed: notRemoved,
        repeated: alerted,
        lost: tickEnd,
        connection_changed: connectionCheck,
      };
      return unmet ? outcomeOf(unmet, outcomes) : 'stored';
    },

    /** See {@link recordQuietRuns}. */
    recordQuiet: (ended: readonly QuietRun[]): Promise<boolean> => recordQuietRuns(db, ended),

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
      return rows.map(({ results, repeats, filtered, skipped_channels, ...rest }) => ({
        ...rest,
        results: resultsFromJson(results),
        repeats: resultsFromJson(repeats),
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

/**
 * Fails the transaction unless the connections of held deliveries are still paused: otherwise nothing
 * would continue or drop these deliveries. It fails too if another connection was disabled or has
 * ended, or its account has no plan any more: that has stopped earlier deliveries for good. The
 * connections stay locked until the transaction ends.
 */
function checkConnections(
  dialect: Dialect,
  run: RunRecord,
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
    sql`UPDATE runs SET id = id WHERE ${isRun(run)}
      AND NOT EXISTS (SELECT 1 FROM channels
        WHERE ${dialect.isIn('id', idsOf(false))} AND (status IN ('disabled', 'ended')
          OR account_id IN (SELECT id FROM accounts WHERE NOT (${isEntitled}))))
      AND (SELECT count(*) FROM channels
        WHERE ${dialect.isIn('id', held)} AND status = 'paused') = ${held.length}`.mustChange(1),
  ];
}

/** Locks the monitor too, so that it is not deleted before the run is stored. */
function setLastRun({ monitor_id, finished_at }: RunRecord): Sql {
  return sql`UPDATE monitors SET last_run_at = ${finished_at} WHERE id = ${monitor_id}`;
}
