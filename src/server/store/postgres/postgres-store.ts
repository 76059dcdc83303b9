import { setTimeout } from 'node:timers/promises';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import type { SecretBox } from '../secret-box.ts';
import { readBacklog } from '../sql/backlog.ts';
import { sql } from '../sql/sql.ts';
import { sqlStore } from '../sql/sql-store.ts';
import type { OpenedStore, Store } from '../store.ts';
import { claimInPostgres } from './claim-deliveries.ts';
import { PostgresDatabase } from './database.ts';
import { partitionsOf } from './drop-partitions.ts';
import { assertKnown, assertWritable, migratePostgres } from './migrate.ts';
import { postgresMigrations } from './migrations.ts';
import { createPartitions } from './partitions.ts';
import type { PoolOptions } from './pool.ts';
import { PostgresNews } from './postgres-news.ts';

/** Timeout of a migration statement, in milliseconds. */
const migrationTimeout = 3_600_000;

/** In milliseconds. */
const pingTimeout = 5000;

/**
 * Opens the store in a PostgreSQL database and migrates it. Several processes can use one database.
 *
 * @throws {StoreUnavailable} if the database cannot be used or a newer version wrote it
 */
export async function openPostgresStore(
  address: string,
  {
    secrets,
    mustExist,
    ...options
  }: PoolOptions & { secrets?: SecretBox; mustExist?: boolean } = {},
): Promise<OpenedStore> {
  await migrateDatabase(address, { ...options, ...(mustExist && { mustExist }) });
  const database = await PostgresDatabase.open(address, options);
  try {
    await assertCopyFinished(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const probe = await database.openProbe({ ...options, statementTimeout: pingTimeout });
  return { store: storeIn(database, secrets, probe), location: database.redactedUrl };
}

/**
 * The store in a database at the current schema.
 *
 * @param probe for what must not wait until the pool has a connection (default: the same pool)
 */
export function storeIn(
  database: PostgresDatabase,
  secrets?: SecretBox,
  probe: PostgresDatabase = database,
): Store {
  return {
    ...sqlStore(database, claimInPostgres(database), secrets, partitionsOf(database)),
    news: new PostgresNews(database),
    ping: sharedWhilePending(() => ping(probe)),
    checkDisk: sharedWhilePending(() => checkDisk(database, probe)),
    backlog: (now) => readBacklog(probe, now),
    activity: () => ({ errors: database.errors, connections: database.connections }),
    databaseTime: () => databaseTime(probe),
    async close() {
      await Promise.all([database.close(), probe !== database && probe.close()]);
    },
  };
}

/** Calls during a call share its result. */
function sharedWhilePending(work: () => Promise<void>): () => Promise<void> {
  let pending: Promise<void> | undefined;
  return () => {
    pending ??= work().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

/**
 * Migrates a database to the current schema.
 *
 * @throws {StoreUnavailable} if the database cannot be used or a newer version wrote it
 */
export async function migrateDatabase(
  address: string,
  { mustExist = false, ...options }: PoolOptions & { mustExist?: boolean } = {},
): Promise<void> {
  const database = await PostgresDatabase.open(address, {
    ...options,
    connections: 1,
    statementTimeout: migrationTimeout,
  });
  try {
    await migratePostgres(database, postgresMigrations, { mustExist });
    await createPartitions(database, Date.now());
  } finally {
    await database.close();
  }
}

async function assertCopyFinished(database: PostgresDatabase): Promise<void> {
  if (!(await database.get(sql`SELECT 1 FROM copies WHERE finished_at IS NULL`))) return;
  throw new StoreUnavailable(
    'the copy into the database is not finished: run serve --copy-from again',
  );
}

const recentlyFull = 'a write has just failed because the disk of the database is full';

async function checkDisk(database: PostgresDatabase, probe: PostgresDatabase): Promise<void> {
  if (!database.hasFullDisk) return;
  await probe.write(sql`UPDATE matching SET matched_until = matched_until`);
  if (database.hasFullDisk) throw new StoreUnavailable(recentlyFull, { isDiskFull: true });
}

async function databaseTime(database: PostgresDatabase): Promise<number> {
  const row = await database.get<{ now: number }>(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
  );
  if (!row) throw new StoreUnavailable('the database did not say its time');
  return row.now;
}

/** Also fails if the database is read-only or was migrated by a newer version. */
async function ping(database: PostgresDatabase): Promise<void> {
  const timeout = setTimeout(pingTimeout, undefined, { ref: false }).then(() => {
    throw new StoreUnavailable('the database did not respond in time');
  });
  const response = database.get<{ read_only: string; version: number }>(
    sql`SELECT current_setting('transaction_read_only') AS read_only, version FROM newswatch_schema`,
  );
  const row = await Promise.race([response, timeout]);
  assertWritable(row?.read_only);
  assertKnown(row?.version ?? 0, postgresMigrations.length);
}
