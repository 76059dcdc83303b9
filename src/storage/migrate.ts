import type { Database } from './database.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/**
 * Migrates a database to the current schema in one transaction. Several processes may do so
 * concurrently: the write lock lets one run the steps, and the others then have none left to run.
 *
 * @param steps one SQL script per schema version, which changes the schema and migrates the data
 * @throws {StoreUnavailable} if a newer version of newswatch wrote the database
 */
export function migrateSqlite(database: Database, steps: readonly string[]): void {
  if (schemaVersion(database) === steps.length) return;
  database.transaction(() => {
    const current = schemaVersion(database);
    if (current > steps.length) {
      throw new StoreUnavailable(
        `the data folder has schema ${current}, but this version supports ${steps.length}: use a newer newswatch`,
      );
    }
    for (const step of steps.slice(current)) database.script(step);
    database.script(`PRAGMA user_version = ${steps.length}`);
  });
}

function schemaVersion(database: Database): number {
  return database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}
