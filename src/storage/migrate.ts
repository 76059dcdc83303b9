import type { Database } from './database.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/**
 * Migrates a database to the current schema in one transaction. Several processes may do so at once:
 * the write lock lets one run the steps, and the others find nothing left to do.
 *
 * @param steps SQL scripts, each of which also migrates the data
 * @throws {StoreUnavailable} if a newer version of newswatch wrote the database
 */
export function migrateSqlite(database: Database, steps: readonly string[]): void {
  if (version(database) === steps.length) return;
  database.transaction(() => {
    const from = version(database);
    if (from > steps.length) {
      throw new StoreUnavailable(
        `the data folder has schema ${from}, but this version supports ${steps.length}: use a newer newswatch`,
      );
    }
    for (const step of steps.slice(from)) database.script(step);
    database.script(`PRAGMA user_version = ${steps.length}`);
  });
}

function version(database: Database): number {
  return database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}
