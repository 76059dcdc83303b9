import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import type { OpenedStore } from '../opened-store.ts';
import { sqlStore } from '../sql/sql-store.ts';
import type { Store } from '../store.ts';
import { claimInPostgres } from './claim-deliveries.ts';
import { type DatabaseOptions, PostgresDatabase } from './database.ts';
import { assertKnown, assertWritable, migratePostgres } from './migrate.ts';
import { postgresMigrations } from './migrations.ts';
import { PostgresNews } from './news.ts';
import { PostgresExecutor } from './postgres-executor.ts';

/** Real milliseconds that a step of the schema's history may take. */
const migrationTimeout = 3_600_000;

/** Real milliseconds that a ping may take. */
const pingTimeout = 5000;

/**
 * Opens the store in a PostgreSQL database, at the newest schema. Any number of processes may.
 *
 * @throws {StoreUnavailable} when the database cannot be used or is of a newer version
 */
export async function openPostgresStore(
  address: string,
  options: DatabaseOptions = {},
): Promise<OpenedStore> {
  await bringForward(address, options);
  const database = await PostgresDatabase.open(address, options);
  try {
    await assertWhole(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { store: storeIn(database), shown: database.shownAddress };
}

/** The store in a database at the current schema. */
export function storeIn(database: PostgresDatabase): Store {
  const executor = new PostgresExecutor(database);
  return {
    ...sqlStore(executor, claimInPostgres(executor)),
    news: new PostgresNews(database),
    ping: () => ping(database),
    close: () => database.close(),
  };
}

/**
 * Brings the database to the newest schema.
 *
 * @throws {StoreUnavailable} when it cannot be used or is of a newer version
 */
export async function bringForward(address: string, options: DatabaseOptions = {}): Promise<void> {
  const database = await PostgresDatabase.open(address, {
    ...options,
    connections: 1,
    statementTimeout: migrationTimeout,
  });
  try {
    await migratePostgres(database, postgresMigrations);
  } finally {
    await database.close();
  }
}

async function assertWhole(database: PostgresDatabase): Promise<void> {
  if (!(await database.get('SELECT 1 FROM copies WHERE finished_at IS NULL'))) return;
  throw new StoreUnavailable(
    'the database has a copy that was broken off: run serve --copy-from again until it is whole',
  );
}

/** A database that answers is not enough: one that takes no writes serves nobody. */
async function ping(database: PostgresDatabase): Promise<void> {
  const row = await inTime(
    database.get<{ read_only: string; version: number }>(
      `SELECT current_setting('transaction_read_only') AS read_only, version FROM newswatch_schema`,
    ),
  );
  assertWritable(row?.read_only);
  assertKnown(row?.version ?? 0, postgresMigrations.length);
}

/** Who asks for the health does not wait as long as a statement may take. */
async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StoreUnavailable('the database does not answer in time')),
      pingTimeout,
    );
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
