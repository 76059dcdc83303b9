import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import type { PostgresDatabase, Queryable } from './database.ts';

/** The table with the number of steps that the database has taken. */
const versionTable = 'newswatch_schema';

/** The advisory lock for migrations: the first number, `nwch`, tells it from other programs' locks. */
const migrationLock = [0x6e_77_63_68, 1] as const;

/** PostgreSQL 13: the first version with all that the statements use. */
const minServerVersion = 130_000;

/**
 * Migrates a database to the current schema in one transaction. Several processes may do so at once:
 * an advisory lock lets one run the steps, and the others find nothing left to do.
 *
 * @throws {StoreUnavailable} if the database is read-only, has tables of another program, or was
 *   written by a newer version of newswatch
 */
export async function migratePostgres(
  database: PostgresDatabase,
  steps: readonly string[],
): Promise<void> {
  await assertUsable(database);
  if ((await schemaVersion(database)) === steps.length) return;
  await database.transaction(async (queries) => {
    await queries.run('SELECT pg_advisory_xact_lock($1, $2)', ...migrationLock);
    const from = await schemaVersion(queries);
    assertKnown(from, steps.length);
    if (from === steps.length) return;
    if (from === 0) await assertEmpty(queries);
    for (const step of steps.slice(from)) await queries.script(step);
    await queries.script(`CREATE TABLE IF NOT EXISTS ${versionTable} (version integer NOT NULL);
      DELETE FROM ${versionTable}; INSERT INTO ${versionTable} VALUES (${steps.length})`);
  });
}

/** The number of steps that the database has taken. */
async function schemaVersion(queries: Queryable): Promise<number> {
  // Not by to_regclass: it may not see a table that was created while this process waited.
  const table = await queries.get(
    `SELECT FROM pg_class WHERE relname = $1 AND relnamespace = current_schema()::regnamespace`,
    versionTable,
  );
  if (!table) return 0;
  const row = await queries.get<{ version: number }>(`SELECT version FROM ${versionTable}`);
  return row?.version ?? 0;
}

/** @throws {StoreUnavailable} if a newer version of newswatch wrote the database */
export function assertKnown(version: number, known: number): void {
  if (version <= known) return;
  throw new StoreUnavailable(
    `the database has schema ${version}, but this version supports ${known}: use a newer newswatch`,
  );
}

/** The setting may name the database of another program, which is not changed. */
async function assertEmpty(queries: Queryable): Promise<void> {
  const found = await queries.get<{ name: string }>(
    `SELECT relname AS name FROM pg_class c
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     LIMIT 1`,
  );
  if (!found) return;
  throw new StoreUnavailable(
    `the database has tables of another program (${found.name}): use an empty database`,
  );
}

async function assertUsable(queries: Queryable): Promise<void> {
  const server = await queries.get<{ version: number; encoding: string; read_only: string }>(
    `SELECT current_setting('server_version_num')::int AS version,
       current_setting('server_encoding') AS encoding,
       current_setting('transaction_read_only') AS read_only`,
  );
  if (!server) return;
  if (server.version < minServerVersion) {
    throw new StoreUnavailable('the database server is too old: use PostgreSQL 13 or newer');
  }
  if (server.encoding !== 'UTF8') {
    throw new StoreUnavailable(
      `the encoding of the database is ${server.encoding}: create one with ENCODING 'UTF8'`,
    );
  }
  assertWritable(server.read_only);
}

/**
 * @param readOnly the setting `transaction_read_only`
 * @throws {StoreUnavailable} if it is on
 */
export function assertWritable(readOnly: string | undefined): void {
  if (readOnly !== 'on') return;
  throw new StoreUnavailable('the database is read-only: connect to the primary server');
}
