import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import type { Executor, PostgresDatabase } from './database.ts';

/** The table that says which schema the database has. */
const versionTable = 'newswatch_schema';

/** The advisory lock for migrations: the first number, `nwch`, tells it from other programs' locks. */
const migrationLock = [0x6e_77_63_68, 1] as const;

/** The first version that has all that the statements use. */
const oldestServer = 130_000;

/**
 * Brings a database to the newest schema, whole or not at all. Several processes may call it at once:
 * an advisory lock lets one through, and the others find the work done.
 *
 * @throws {StoreUnavailable} when the database cannot be written or is not ours, or was written by a
 *   newer version of the program
 */
export async function migratePostgres(
  database: PostgresDatabase,
  steps: readonly string[],
): Promise<void> {
  await assertUsable(database);
  if ((await schemaVersion(database)) === steps.length) return;
  await database.transaction(async (executor) => {
    await executor.run('SELECT pg_advisory_xact_lock($1, $2)', ...migrationLock);
    const from = await schemaVersion(executor);
    assertKnown(from, steps.length);
    if (from === steps.length) return;
    if (from === 0) await assertEmpty(executor);
    for (const step of steps.slice(from)) await executor.script(step);
    await executor.script(`CREATE TABLE IF NOT EXISTS ${versionTable} (version integer NOT NULL);
      DELETE FROM ${versionTable}; INSERT INTO ${versionTable} VALUES (${steps.length})`);
  });
}

/** How many steps the database has taken; 0 for an empty one. */
async function schemaVersion(executor: Executor): Promise<number> {
  // Not by to_regclass: while this process waited for the lock, that was told of no table of another's.
  const table = await executor.get(
    `SELECT FROM pg_class WHERE relname = $1 AND relnamespace = current_schema()::regnamespace`,
    versionTable,
  );
  if (!table) return 0;
  const row = await executor.get<{ version: number }>(`SELECT version FROM ${versionTable}`);
  return row?.version ?? 0;
}

/** @throws {StoreUnavailable} for the schema of a newer version of the program */
export function assertKnown(version: number, known: number): void {
  if (version <= known) return;
  throw new StoreUnavailable(
    `the database has schema ${version} and this version knows ${known}: use a newer newswatch`,
  );
}

/** The environment may name another program's database: that is left as it is. */
async function assertEmpty(executor: Executor): Promise<void> {
  const found = await executor.get<{ name: string }>(
    `SELECT relname AS name FROM pg_class c
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     LIMIT 1`,
  );
  if (!found) return;
  throw new StoreUnavailable(
    `the database holds the tables of another program (${found.name}): use one that is empty`,
  );
}

async function assertUsable(executor: Executor): Promise<void> {
  const server = await executor.get<{ version: number; encoding: string; read_only: string }>(
    `SELECT current_setting('server_version_num')::int AS version,
       current_setting('server_encoding') AS encoding,
       current_setting('transaction_read_only') AS read_only`,
  );
  if (!server) return;
  if (server.version < oldestServer) {
    throw new StoreUnavailable('the database server is older than PostgreSQL 13: use a newer one');
  }
  if (server.encoding !== 'UTF8') {
    throw new StoreUnavailable(
      `the database is encoded in ${server.encoding}: make one with ENCODING 'UTF8'`,
    );
  }
  assertWritable(server.read_only);
}

/** @throws {StoreUnavailable} where `transaction_read_only` is on */
export function assertWritable(readOnly: string | undefined): void {
  if (readOnly !== 'on') return;
  throw new StoreUnavailable(
    'the database is read-only (a standby, or set so): connect to the one that takes writes',
  );
}
