import type { PostgresDatabase } from '../../src/server/store/postgres/database.ts';
import { sql } from '../../src/server/store/sql/sql.ts';

/**
 * The number of rows of a table, with its partitions, that the work reads, by an index or not.
 *
 * @param database with one connection, on which the work runs
 */
export async function rowsRead(
  database: PostgresDatabase,
  table: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const readSoFar = async () => {
    await database.all(sql`SELECT pg_stat_force_next_flush()`);
    const row = await database.get<{ rows: number }>(
      sql`SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 AS rows
        FROM pg_stat_user_tables JOIN pg_partition_tree(${table}::text::regclass) USING (relid)`,
    );
    return row?.rows ?? 0;
  };
  const before = await readSoFar();
  await work();
  return (await readSoFar()) - before;
}
