import { raw, sql } from '../sql/sql.ts';
import type { TimePartitions } from '../sql/time-partitions.ts';
import { type Change, changePartitions, type Unchanged } from './change-partitions.ts';
import type { PostgresDatabase } from './database.ts';
import {
  createPartitions,
  existingWeeks,
  isPartitionedTable,
  type PartitionedTableName,
  partitionOf,
  weekLength,
} from './partitions.ts';
import { defaultPartitionOf } from './postgres-dialect.ts';

const day = 86_400_000;

/** With a shorter retention, the rows of a week are deleted before the week has ended. */
const minWholeWeeks = 28 * day;

/** If more runs of a week are to be kept, its rows are deleted one by one. */
const maxKept = 10_000;

/** Of a dropped partition, at most this many rows are counted. */
const maxCounted = 1_000_000;

const payloadBatch = 5000;

/** The partitions of a database. Remembers which ones this process could not change. */
export function partitionsOf(database: PostgresDatabase): TimePartitions {
  /** Those that were missing, once each. */
  const reported = new Set<string>();
  /** The time of the sweep that could not drop a partition, by its name. */
  const busy = new Map<string, number>();
  /** When to try again to drop a partition with too many rows to keep, by its name. */
  const retryAt = new Map<string, number>();
  return {
    async createAhead(now) {
      const missing = (await createPartitions(database, now)).filter((name) => !reported.has(name));
      for (const name of missing) reported.add(name);
      return missing;
    },

    async dropOldest(table, { before, now, isOver }) {
      if (!isPartitionedTable(table)) return { deleted: 0, isLast: true, before };
      const weeks = await existingWeeks(database, table);
      const old = weeks.filter((week) => (week + 1) * weekLength <= before);
      const isBusy = (week: number) => busy.get(partitionOf(table, week)) === now;
      const isDue = (week: number) => (retryAt.get(partitionOf(table, week)) ?? now) <= now;
      const due = old.find((week) => isDue(week) && !isBusy(week));
      if (due === undefined) {
        const current = now - before >= minWholeWeeks ? [Math.floor(before / weekLength)] : [];
        // Rows of these weeks are deleted with their partition, later.
        const later = [...old.filter(isBusy), ...current].find((week) => weeks.includes(week));
        return { deleted: 0, isLast: true, before: Math.min(before, startOf(later)) };
      }
      const dropped = await dropPartition(database, table, due, isOver);
      if (typeof dropped === 'number') return { deleted: dropped, isLast: false, before };
      if (dropped === 'busy') busy.set(partitionOf(table, due), now);
      if (dropped === 'too many kept') retryAt.set(partitionOf(table, due), now + day);
      return { deleted: 0, isLast: false, before };
    },
  };
}

const startOf = (week = Number.POSITIVE_INFINITY) => week * weekLength;

/** @returns the number of deleted rows; 0 if another process has dropped it, or why it stays */
async function dropPartition(
  database: PostgresDatabase,
  table: PartitionedTableName,
  week: number,
  isOver: () => boolean,
): Promise<number | 'busy' | 'over' | 'too many kept'> {
  const partition = partitionOf(table, week);
  const kept = table === 'runs' ? await keptRuns(database, week) : [];
  if (kept.length > maxKept) return 'too many kept';
  const left =
    table === 'deliveries' ? await deletePayloadsOf(database, partition, isOver) : undefined;
  if (left === 'over') return left;
  const change = left ?? (await detachAndDrop(database, table, partition, kept));
  if ('result' in change) return change.result;
  return change.unchanged === 'gone' ? 0 : 'busy';
}

/** The result is the number of deleted rows. */
function detachAndDrop(
  database: PostgresDatabase,
  table: PartitionedTableName,
  partition: string,
  kept: readonly number[],
): Promise<Change<number>> {
  return changePartitions(database, async (query) => {
    const [counted] = await query<{ rows: number }>(
      sql`SELECT count(*) AS rows FROM (
          SELECT 1 FROM ${raw(partition)} LIMIT ${maxCounted}
        ) AS counted`,
    );
    await query(raw(`ALTER TABLE ${table} DETACH PARTITION ${partition}`));
    if (kept.length > 0) {
      await query(
        sql`INSERT INTO ${raw(table)} SELECT * FROM ${raw(partition)} WHERE sequence = ANY (${kept})`,
      );
    }
    await query(raw(`DROP TABLE ${partition}`));
    return (counted?.rows ?? 0) - kept.length;
  });
}

/**
 * The `sequence` numbers of the runs of a week that have an alert or deliveries, or are the newest of
 * their monitor. If they are more than {@link maxKept}, only one more than that.
 */
async function keptRuns(database: PostgresDatabase, week: number): Promise<number[]> {
  const [from, end] = [week * weekLength, (week + 1) * weekLength];
  // An alert and its deliveries may be a little later than their run.
  const runIds = (table: string, time: string) => sql`SELECT run_id FROM ${raw(table)}
    WHERE ${raw(time)} >= ${from} AND ${raw(time)} < ${end + day}`;
  const kept = await database.all<{ sequence: number }>(
    // UNION counts a run with many deliveries once.
    sql`SELECT run.sequence FROM (
        ${runIds('alerts', 'created_at')} UNION ${runIds('deliveries', 'partition_time')}
        UNION SELECT run_id FROM deliveries_live
      ) AS used JOIN ${raw(partitionOf('runs', week))} AS run ON run.id = used.run_id
      UNION
      SELECT newest.sequence FROM monitors CROSS JOIN LATERAL (
        SELECT sequence, started_at FROM runs WHERE runs.monitor_id = monitors.id
        ORDER BY started_at DESC, sequence DESC LIMIT 1
      ) AS newest
      WHERE last_run_at < ${end + day} AND newest.started_at >= ${from} AND newest.started_at < ${end}
      LIMIT ${maxKept + 1}`,
  );
  return kept.map(({ sequence }) => sequence);
}

/**
 * Deletes the payloads of a partition's deliveries, except those of deliveries that have been made live
 * again.
 *
 * @returns why some are left; otherwise `undefined`
 */
async function deletePayloadsOf(
  database: PostgresDatabase,
  partition: string,
  isOver: () => boolean,
): Promise<Unchanged | 'over' | undefined> {
  for (let after = ''; ; ) {
    if (isOver()) return 'over';
    const change = await changePartitions(database, async (query) => {
      const found = await query<{ id: string }>(
        sql`SELECT DISTINCT payload_id AS id FROM ${raw(partition)}
          WHERE payload_id > ${after} ORDER BY payload_id LIMIT ${payloadBatch}`,
      );
      const ids = found.map(({ id }) => id);
      // Waits for resends, which hold their payload, so that the next statement sees the live delivery.
      await query(sql`SELECT id FROM payloads WHERE id = ANY (${ids}) ORDER BY id FOR UPDATE`);
      await query(
        sql`DELETE FROM payloads WHERE id = ANY (${ids}) AND id NOT IN (
            SELECT payload_id FROM deliveries_live WHERE payload_id = ANY (${ids})
            UNION ALL
            SELECT payload_id FROM ${raw(defaultPartitionOf('deliveries'))} WHERE payload_id = ANY (${ids})
          )`,
      );
      return ids.at(-1);
    });
    if ('unchanged' in change) return change;
    if (change.result === undefined) return undefined;
    after = change.result;
  }
}
