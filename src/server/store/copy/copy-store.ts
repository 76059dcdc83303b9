import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import { Pipeline } from '../../pipeline.ts';
import { PostgresDatabase } from '../postgres/database.ts';
import { migrateDatabase, storeIn } from '../postgres/postgres-store.ts';
import { rowsParameter } from '../postgres/rows-parameter.ts';
import type { IndexedNewsItem, NewsItemRecord } from '../store.ts';
import { SqliteSource } from './sqlite-source.ts';
import { type CopiedTable, copiedTables, sequencedTables } from './tables.ts';

export interface CopyOptions {
  /** The data folder of the SQLite store. */
  from: string;
  /** The URL of the PostgreSQL database. */
  database: string;
  /** Stops the copy between two batches. The next copy continues it. */
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: CopyProgress) => void) | undefined;
}

interface CopyProgress {
  table: string;
  rows: number;
}

/** The number of rows by table. */
export type CopiedRows = Record<string, number>;

/** Analyzes a news item for the index. */
export type Analyzer = (item: NewsItemRecord, orderAt: number) => IndexedNewsItem;

const batch = 1000;
const newsBatch = 500;

/**
 * Copies an SQLite store into a PostgreSQL database, in batches that are a transaction each. After an
 * interruption, call it again: rows that were already copied are updated.
 *
 * @returns the number of copied rows
 * @throws {StoreUnavailable} if one of the two cannot be used, the database has other data, or the
 *   numbers of rows differ at the end
 */
export async function copyStore(options: CopyOptions, analyze: Analyzer): Promise<CopiedRows> {
  await migrateDatabase(options.database);
  const source = SqliteSource.open(options.from);
  try {
    const target = await PostgresDatabase.open(options.database, { connections: 1 });
    try {
      await begin(target, source.identity());
      for (const table of copiedTables) await copyTable(table, source, target, options);
      await copyNews(source, target, options, analyze);
      for (const table of sequencedTables) await continueSequence(target, table);
      return await end(source, target);
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

/** Marks the database as an unfinished copy, so that no server opens it. */
async function begin(target: PostgresDatabase, identity: string): Promise<void> {
  await target.transaction(async (executor) => {
    const known = await executor.get<{ source: string }>('SELECT source FROM copies');
    const used = await executor.get('SELECT 1 FROM accounts UNION ALL SELECT 1 FROM news LIMIT 1');
    if (known?.source === identity) {
      await executor.run('UPDATE copies SET finished_at = NULL');
    } else if (known || used) {
      throw new StoreUnavailable('the database has other data: copy into an empty database');
    } else {
      await executor.run('INSERT INTO copies (source) VALUES ($1)', identity);
    }
  });
}

async function copyTable(
  table: CopiedTable,
  source: SqliteSource,
  target: PostgresDatabase,
  { signal, onProgress }: CopyOptions,
): Promise<void> {
  const { name, key } = table;
  const columns = source.columns(table);
  const others = columns.filter((column) => !key.includes(column));
  const update =
    others.length === 0
      ? 'NOTHING'
      : `UPDATE SET ${others.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  for (let from = 0; ; from += batch) {
    signal?.throwIfAborted();
    const rows = source.rows(table, from, batch);
    if (rows.length === 0) return;
    await target.run(
      `INSERT INTO ${name} (${columns.join(', ')})
       SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${name}, $1)
       ON CONFLICT (${key.join(', ')}) DO ${update}`,
      rowsParameter(rows),
    );
    onProgress?.({ table: name, rows: from + rows.length });
  }
}

async function copyNews(
  source: SqliteSource,
  target: PostgresDatabase,
  { signal, onProgress }: CopyOptions,
  analyze: Analyzer,
): Promise<void> {
  const { news } = storeIn(target);
  const additions = new Pipeline();
  let after = Number.MIN_SAFE_INTEGER;
  let rows = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const stored = source.news(after, newsBatch);
      const last = stored.at(-1);
      if (!last) return await additions.ended();
      const items = stored.map(({ position: _, order_at, ...item }) => analyze(item, order_at));
      await additions.begin(async () => {
        await news.add(items);
        rows += items.length;
        onProgress?.({ table: 'news', rows });
      });
      after = last.position;
    }
  } finally {
    await additions.ended().catch(() => {});
  }
}

async function continueSequence(target: PostgresDatabase, table: string): Promise<void> {
  await target.run(
    `SELECT setval(pg_get_serial_sequence($1, 'sequence'), greatest(max(sequence), 1))
     FROM ${table}`,
    table,
  );
}

/** Marks the copy as finished if both stores have the same number of rows in every table. */
async function end(source: SqliteSource, target: PostgresDatabase): Promise<CopiedRows> {
  const copied: CopiedRows = {};
  for (const table of [...copiedTables.map(({ name }) => name), 'news']) {
    const row = await target.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
    const expected = source.count(table);
    const copiedRows = row?.n ?? 0;
    if (copiedRows !== expected) {
      throw new StoreUnavailable(
        `the copy has ${copiedRows} rows of ${table}, the SQLite store has ${expected}: copy into an empty database`,
      );
    }
    copied[table] = copiedRows;
  }
  await target.run('UPDATE copies SET finished_at = $1', Date.now());
  return copied;
}
