import type { Database } from './database.ts';
import { schemaFingerprint } from './schema-fingerprint.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/**
 * Migrates a database to the current schema in one transaction. Several processes may do so
 * concurrently: the write lock lets one run the steps, and the others then have none left to run.
 *
 * @param steps one SQL script per schema version, which changes the schema and migrates the data
 * @throws {StoreUnavailable} if a newer version of newswatch wrote the database, or one with other
 *   tables, or another program
 */
export function migrateSqlite(database: Database, steps: readonly string[]): void {
  if (knownVersion(database, steps) === steps.length) return;
  database.transaction(() => {
    const current = knownVersion(database, steps);
    for (const step of steps.slice(current)) database.script(step);
    database.script(`PRAGMA user_version = ${steps.length};
      PRAGMA application_id = ${schemaFingerprint(steps)}`);
  });
}

/** The number of steps that have run. */
function knownVersion(database: Database, steps: readonly string[]): number {
  const version = database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (version > steps.length) {
    throw new StoreUnavailable(
      `the data folder has schema ${version}, but this version supports ${steps.length}: use a newer newswatch`,
    );
  }
  const id = database.get<{ application_id: number }>('PRAGMA application_id')?.application_id;
  if (version > 0 && id !== schemaFingerprint(steps.slice(0, version))) {
    throw new StoreUnavailable(
      'the data folder was written by a version of newswatch with other tables: use that version, or another data folder',
      { hasOtherTables: true },
    );
  }
  if (version === 0 && database.get('SELECT 1 FROM sqlite_schema LIMIT 1')) {
    throw new StoreUnavailable('the file has tables of another program: use another data folder', {
      hasOtherTables: true,
    });
  }
  return version;
}
