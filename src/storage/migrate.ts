import type { Database } from './database.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/**
 * Brings a database to the newest schema (SQL scripts, each carrying the data of the one before it
 * forward), each step whole or not at all. Several processes may
 * call it at once: the write lock lets one through, and the others find the work done.
 *
 * @throws {StoreUnavailable} when the database was written by a newer version of the program
 */
export function migrateSqlite(database: Database, steps: readonly string[]): void {
  if (version(database) === steps.length) return;
  database.transaction(() => {
    const from = version(database);
    if (from > steps.length) {
      throw new StoreUnavailable(
        `the data folder has schema ${from} and this version knows ${steps.length}: use a newer newswatch`,
      );
    }
    for (const step of steps.slice(from)) database.script(step);
    database.script(`PRAGMA user_version = ${steps.length}`);
  });
}

function version(database: Database): number {
  return database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}
