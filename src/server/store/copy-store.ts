import { counted } from '../../contract/counted.ts';
import { StoreUnavailable } from '../../storage/store-unavailable.ts';
import { whenUnlocked } from '../../storage/when-unlocked.ts';
import { Pipeline } from '../pipeline.ts';
import { PostgresDatabase } from './postgres/database.ts';
import { isPartitionedTable } from './postgres/partitions.ts';
import { migrateDatabase, storeIn } from './postgres/postgres-store.ts';
import { rowsParameter } from './postgres/rows-parameter.ts';
import { raw, sql } from './sql/sql.ts';
import { type CopiedTable, SqliteSource } from './sqlite/sqlite-source.ts';
import type { IndexedNewsItem, NewsItemRecord } from './store.ts';

export interface CopyOptions {
  /** The data folder of the SQLite store. */
  from: string;
  /** The URL of the PostgreSQL database. */
  database: string;
  /** Stops the copy between two batches. The rows already copied are kept. */
  signal?: AbortSignal | undefined;
  /** Called after each batch with the number of rows of the table copied so far. */
  onProgress?: ((progress: CopyProgress) => void) | undefined;
}

/** How far the copy of a table is. */
export interface CopyProgress {
  /** The table that is copied. */
  table: string;
  /** Rows of the table that have been copied. */
  rows: number;
  /** Rows of the table in the source. */
  total_rows: number;
}

/** The number of copied rows by table. */
export type CopiedRows = Record<string, number>;

/** Analyzes a news item for the index. */
export type Analyzer = (item: NewsItemRecord, orderAt: number) => IndexedNewsItem;

const batchSize = 1000;
const newsBatchSize = 500;

/**
 * Implements `copyIntoDatabase`. Each batch is one transaction. Rows that an interrupted copy has
 * already stored are updated.
 */
export async function copyStore(options: CopyOptions, analyze: Analyzer): Promise<CopiedRows> {
  await migrateDatabase(options.database);
  const source = await whenUnlocked(() => SqliteSource.open(options.from));
  try {
    const target = await PostgresDatabase.open(options.database, { connections: 1 });
    try {
      await beginCopy(target, source.identity());
      const tables = source.tables();
      for (const table of tables) await copyTable(table, source, target, options);
      await copyNews(source, target, options, analyze);
      return await finishCopy([...tables.map(({ name }) => name), 'news'], source, target);
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

/** Marks the database as an unfinished copy, so that no server opens it. */
async function beginCopy(target: PostgresDatabase, identity: string): Promise<void> {
  await target.transaction(async (query) => {
    const [copy] = await query<{ source: string }>(sql`SELECT source FROM copies`);
    const [anyRow] = await query(sql`SELECT 1 FROM accounts UNION ALL SELECT 1 FROM news LIMIT 1`);
    if (copy?.source === identity) {
      await query(sql`UPDATE copies SET finished_at = NULL`);
    } else if (copy || anyRow) {
      throw new StoreUnavailable('the database has other data: copy into an empty database');
    } else {
      await query(sql`INSERT INTO copies (source) VALUES (${identity})`);
    }
  });
}

async function copyTable(
  table: CopiedTable,
  source: SqliteSource,
  target: PostgresDatabase,
  { signal, onProgress }: CopyOptions,
): Promise<void> {
  const name = raw(table.name);
  const columns = raw(table.columns.join(', '));
  const key = raw(table.key.join(', '));
  const update = raw(table.columns.map((column) => `${column} = excluded.${column}`).join(', '));
  const isPartitioned = isPartitionedTable(table.name);
  const total_rows = source.count(table.name);
  for (let from = 0; ; from += batchSize) {
    signal?.throwIfAborted();
    const rows = source.rows(table, from, batchSize);
    if (rows.length === 0) break;
    const records = sql`json_populate_recordset(NULL::${name}, ${rowsParameter(rows)})`;
    await target.write(
      // The time may have changed, by which the table is partitioned: then the keys differ.
      ...(isPartitioned
        ? [sql`DELETE FROM ${name} WHERE ${key} IN (SELECT ${key} FROM ${records})`]
        : []),
      sql`INSERT INTO ${name} (${columns}) SELECT ${columns} FROM ${records}
        ${isPartitioned ? raw('') : sql`ON CONFLICT (${key}) DO UPDATE SET ${update}`}`,
    );
    onProgress?.({ table: table.name, rows: from + rows.length, total_rows });
  }
  if (!table.columns.includes('sequence')) return;
  // New rows continue the numbering of the copied ones.
  await target.write(
    sql`SELECT setval(pg_get_serial_sequence(${table.name}, 'sequence'),
        greatest(max(sequence), 1)) FROM ${name}`,
  );
}

async function copyNews(
  source: SqliteSource,
  target: PostgresDatabase,
  { signal, onProgress }: CopyOptions,
  analyze: Analyzer,
): Promise<void> {
  const { news } = storeIn(target);
  const additions = new Pipeline();
  const total_rows = source.count('news');
  let after = Number.MIN_SAFE_INTEGER;
  let rows = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const stored = source.news(after, newsBatchSize);
      const last = stored.at(-1);
      if (!last) break;
      const items = stored.map(
        ({ position: _, order_at, arrival, first_arrival, earlier_text, ...item }) => ({
          ...analyze(item, order_at),
          history: { arrival, first_arrival, earlier_text },
        }),
      );
      await additions.begin(async () => {
        await news.add(items);
        rows += items.length;
        onProgress?.({ table: 'news', rows, total_rows });
      });
      after = last.position;
    }
    await additions.ended();
    // The last items to arrive may have been deleted: monitors know their numbers.
    await target.write(sql`SELECT setval('news_arrivals', ${source.lastArrival()})`);
  } finally {
    await additions.ended().catch(() => {});
  }
}

/** The leases of the copied deliveries, which are in a table of their own. */
function copyLeases(target: PostgresDatabase): Promise<unknown> {
  return target.write(
    sql`DELETE FROM delivery_leases`,
    sql`INSERT INTO delivery_leases (sequence, event_id, lease_until)
      SELECT sequence, event_id, lease_until FROM deliveries_live WHERE lease_token IS NOT NULL`,
  );
}

/** Marks the copy as finished if both stores have the same number of rows in every table. */
async function finishCopy(
  tables: readonly string[],
  source: SqliteSource,
  target: PostgresDatabase,
): Promise<CopiedRows> {
  const copied: CopiedRows = {};
  for (const table of tables) {
    const row = await target.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${raw(table)}`);
    const expected = source.count(table);
    const copiedRows = row?.n ?? 0;
    if (copiedRows !== expected) {
      throw new StoreUnavailable(
        `the copy has ${counted(copiedRows, 'row')} of ${table}, the SQLite store has ${expected}: copy into an empty database`,
      );
    }
    copied[table] = copiedRows;
  }
  await copyLeases(target);
  await target.write(sql`UPDATE copies SET finished_at = ${Date.now()}`);
  return copied;
}
