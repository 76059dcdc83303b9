import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailable } from '../../storage/store-unavailable.ts';
import { whenUnlocked } from '../../storage/when-unlocked.ts';
import { SecretBox } from './secret-box.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { OpenedStore, Store } from './store.ts';

export { isDatabaseAddress } from './postgres/address.ts';

/** The location of a store. */
export interface StoreLocation {
  /** The data folder, or `:memory:` for a temporary store. Ignored if there is a `database`. */
  data: string;
  /** The URL of a PostgreSQL database: `postgres://user:password@host/database`. */
  database?: string | undefined;
  /** Maximum number of connections to the database (default: 10). */
  databaseConnections?: number | undefined;
  /**
   * Keys that encrypt signing secrets in the store: 32 random bytes each, in base64 or hex. The first
   * one encrypts, and all decrypt. `plain` as the first one stores plain text (default: `['plain']`).
   */
  secretKeys?: readonly string[] | undefined;
}

/**
 * Opens a store that exists, to delete news from it. The deleted text is overwritten in the file of
 * an SQLite store.
 *
 * @throws {StoreUnavailable} if there is no store in the folder, or it cannot be used
 */
export async function openStoreToDelete(location: StoreLocation): Promise<Store> {
  const { data, database } = location;
  if (database !== undefined) return (await openWith(location, new SecretBox())).store;
  if (!existsSync(join(data, 'newswatch.db'))) {
    throw new StoreUnavailable(`there is no SQLite store in ${data}`);
  }
  return whenUnlocked(() => openSqliteStore(data, { secureDelete: true }));
}

/**
 * Opens a store, and encrypts the secrets in it with the current key.
 *
 * @throws {StoreUnavailable} if the folder or the database cannot be used, or a key is missing
 * @throws {SecretKeyError} if a key is not valid
 */
export async function openStore(location: StoreLocation): Promise<OpenedStore> {
  const secrets = new SecretBox(location.secretKeys);
  const opened = await openWith(location, secrets);
  try {
    await opened.store.channels.sealSecrets();
    return opened;
  } catch (error) {
    await opened.store.close();
    throw error;
  }
}

async function openWith(location: StoreLocation, secrets: SecretBox): Promise<OpenedStore> {
  const { data, database, databaseConnections: connections } = location;
  if (database === undefined) {
    return { store: await whenUnlocked(() => openSqliteStore(data, { secrets })), location: data };
  }
  // Loaded on demand: the driver takes as long to load as the rest of the store.
  const { openPostgresStore } = await import('./postgres/postgres-store.ts');
  const options = connections === undefined ? {} : { connections };
  return openPostgresStore(database, { ...options, secrets });
}

/** A store in memory. */
export function openTemporaryStore(): Store {
  return openSqliteStore(':memory:');
}
