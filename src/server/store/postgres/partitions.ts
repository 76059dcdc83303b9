import { raw, sql } from '../sql/sql.ts';
import { changePartitions } from './change-partitions.ts';
import type { PostgresDatabase } from './database.ts';
import { defaultPartitionOf } from './postgres-dialect.ts';

/**
 * Tables with a partition for each week, so that old rows are deleted by dropping a table. Rows of other
 * times are in the default partition.
 */
const partitionedTables = ['deliveries', 'alerts', 'runs'] as const;

export type PartitionedTableName = (typeof partitionedTables)[number];

export function isPartitionedTable(name: string): name is PartitionedTableName {
  return (partitionedTables as readonly string[]).includes(name);
}

/** Milliseconds of a week. Weeks are numbered from the epoch. */
export const weekLength = 7 * 86_400_000;

/** Weeks whose partitions are created ahead, besides the current one. */
const weeksAhead = 4;

/** The name of the partition of a week. */
export const partitionOf = (table: string, week: number): string => `${table}_w${week}`;

/**
 * Creates the partitions of the current week and of some weeks ahead, each in its own transaction: storing
 * a run locks several of the tables. A week that has rows in the default partition gets none.
 *
 * @returns the missing partitions of the current week
 */
export async function createPartitions(database: PostgresDatabase, now: number): Promise<string[]> {
  const current = Math.floor(now / weekLength);
  if (!Number.isSafeInteger(current * weekLength) || current < 1) return [];
  const wanted = Array.from({ length: weeksAhead + 1 }, (_, ahead) => current + ahead).flatMap(
    (week) => partitionedTables.map((table) => ({ table, week, name: partitionOf(table, week) })),
  );
  const names = wanted.map(({ name }) => name);
  const existing = await database.all<{ name: string }>(
    sql`SELECT relname AS name FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relname = ANY (${names})`,
  );
  const known = new Set(existing.map(({ name }) => name));
  for (const { table, week, name } of wanted) {
    if (known.has(name)) continue;
    const change = await createPartition(database, table, week);
    if ('unchanged' in change) {
      if (change.unchanged === 'busy') break;
    } else if (change.result) {
      known.add(name);
    }
  }
  return wanted.flatMap(({ week, name }) => (week === current && !known.has(name) ? name : []));
}

/** The result is `false` if the default partition has rows of the week. */
function createPartition(database: PostgresDatabase, table: PartitionedTableName, week: number) {
  const time = raw(timeOf(table));
  const [from, end] = [week * weekLength, (week + 1) * weekLength];
  return changePartitions(database, async (query) => {
    const [taken] = await query(
      sql`SELECT 1 FROM ${raw(defaultPartitionOf(table))}
        WHERE ${time} >= ${from} AND ${time} < ${end} LIMIT 1`,
    );
    if (taken) return false;
    await query(
      raw(`CREATE TABLE IF NOT EXISTS ${partitionOf(table, week)} PARTITION OF ${table}
        FOR VALUES FROM (${from}) TO (${end})`),
    );
    return true;
  });
}

/** The weeks of which a table has a partition, oldest first. */
export async function existingWeeks(
  database: PostgresDatabase,
  table: PartitionedTableName,
): Promise<number[]> {
  const found = await database.all<{ name: string }>(
    sql`SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass(${table})`,
  );
  return found
    .flatMap(({ name }) => {
      const [, week] = /_w(\d+)$/.exec(name) ?? [];
      return week === undefined ? [] : [Number(week)];
    })
    .toSorted((a, b) => a - b);
}

function timeOf(table: PartitionedTableName): string {
  return { deliveries: 'partition_time', alerts: 'created_at', runs: 'started_at' }[table];
}
