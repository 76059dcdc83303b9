import type { Analyzer, CopiedRows, CopyOptions } from './copy/copy-store.ts';
import type { OpenedStore } from './opened-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

export { isDatabaseAddress } from './postgres/address.ts';

/** Where a store is kept. */
export interface StoreLocation {
  /** The data folder, or `:memory:` to keep nothing. Not used with a database. */
  data: string;
  /** The address of a PostgreSQL database: `postgres://user:password@host/database`. */
  database?: string | undefined;
  /** Connections to it at the most; 10 unless given. */
  databaseConnections?: number | undefined;
}

/** @throws {StoreUnavailable} when the folder or the database cannot be used */
export async function openStore(place: StoreLocation): Promise<OpenedStore> {
  const { data, database, databaseConnections: connections } = place;
  if (database === undefined) return { store: openSqliteStore(data), shown: data };
  // Its driver costs as much to load as the rest of the store, and most servers never need it.
  const { openPostgresStore } = await import('./postgres/postgres-store.ts');
  return openPostgresStore(database, connections === undefined ? {} : { connections });
}

/**
 * Copies the embedded store in a folder whole into a PostgreSQL database.
 *
 * @see copyStore
 */
export async function copyStoreInto(options: CopyOptions, analyze: Analyzer): Promise<CopiedRows> {
  const { copyStore } = await import('./copy/copy-store.ts');
  return copyStore(options, analyze);
}

/** A store of this process alone, for what is not to be kept. */
export function temporaryStore(): Store {
  return openSqliteStore(':memory:');
}
