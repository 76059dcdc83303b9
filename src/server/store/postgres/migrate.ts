import { schemaFingerprint } from '../../../storage/schema-fingerprint.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import { raw, sql } from '../sql/sql.ts';
import { advisoryLocks } from './advisory-locks.ts';
import type { PostgresDatabase } from './database.ts';
import type { RunQuery } from './run-query.ts';

/** PostgreSQL 13, the oldest version that supports all statements. */
const minServerVersion = 130_000;

/**
 * Migrates a database to the current schema in one transaction. Several processes may do so at the
 * same time: the first to get an advisory lock runs the steps, and the others wait for it.
 *
 * @param options whether the database must have a store (default: no; one is created)
 * @throws {StoreUnavailable} if the database is read-only, has tables of another program, or was
 *   written by a newer version of newswatch
 */
export async function migratePostgres(
  database: PostgresDatabase,
  steps: readonly string[],
  { mustExist = false } = {},
): Promise<void> {
  await assertUsable(database);
  const known = steps.length;
  const current = await knownVersion((statement) => database.all(statement), steps);
  if (current === known) return;
  if (current === 0 && mustExist) {
    throw new StoreUnavailable('there is no newswatch store in the database: check its name');
  }
  await database.transaction(async (query) => {
    const [program, purpose] = advisoryLocks.migration;
    await query(sql`SELECT pg_advisory_xact_lock(${program}, ${purpose})`);
    const from = await knownVersion(query, steps);
    if (from === known) return;
    if (from === 0) await assertEmpty(query);
    for (const step of steps.slice(from)) await query(raw(step));
    await query(
      raw(`CREATE TABLE IF NOT EXISTS newswatch_schema
          (version integer NOT NULL, fingerprint integer NOT NULL);
        DELETE FROM newswatch_schema;
        INSERT INTO newswatch_schema VALUES (${known}, ${schemaFingerprint(steps)})`),
    );
  });
}

/** The number of migration steps that have run on the database. */
async function knownVersion(query: RunQuery, steps: readonly string[]): Promise<number> {
  // `to_regclass` may not see a table that was created while this process waited for the lock.
  const [table] = await query(
    sql`SELECT FROM pg_class
      WHERE relname = 'newswatch_schema' AND relnamespace = current_schema()::regnamespace`,
  );
  if (!table) return 0;
  // As JSON, because the table may lack the column.
  const [row] = await query<{ version: number; fingerprint: number | null }>(
    sql`SELECT version, (to_json(s) ->> 'fingerprint')::int AS fingerprint
      FROM newswatch_schema AS s`,
  );
  if (!row) return 0;
  const { version, fingerprint } = row;
  assertKnown(version, steps.length);
  if (fingerprint !== schemaFingerprint(steps.slice(0, version))) {
    throw new StoreUnavailable(
      'the database was written by a version of newswatch with other tables: use that version, or an empty database',
    );
  }
  return version;
}

/** @throws {StoreUnavailable} if a newer version of newswatch wrote the database */
export function assertKnown(version: number, known: number): void {
  if (version <= known) return;
  throw new StoreUnavailable(
    `the database has schema ${version}, but this version supports ${known}: use a newer newswatch`,
  );
}

/** Protects the database of another program from a wrong database address. */
async function assertEmpty(query: RunQuery): Promise<void> {
  const [found] = await query<{ name: string }>(
    sql`SELECT relname AS name FROM pg_class c
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     LIMIT 1`,
  );
  if (!found) return;
  throw new StoreUnavailable(
    `the database has tables of another program (${found.name}): use an empty database`,
  );
}

async function assertUsable(database: PostgresDatabase): Promise<void> {
  const server = await database.get<{ version: number; encoding: string; read_only: string }>(
    sql`SELECT current_setting('server_version_num')::int AS version,
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
