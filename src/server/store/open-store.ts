import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailable } from '../../storage/store-unavailable.ts';
import { whenUnlocked } from '../../storage/when-unlocked.ts';
import { SecretBox } from './secret-box.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { MemoryContents, OpenedStore, Store } from './store.ts';

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
 * Opens a store that exists, to change its news.
 *
 * @throws {StoreUnavailable} if there is no store in the folder or the database, or it cannot be used
 */
export async function openExistingStore(location: StoreLocation): Promise<Store> {
  const { data, database } = location;
  if (database !== undefined) return (await openWith(location, new SecretBox(), true)).store;
  if (!existsSync(join(data, 'newswatch.db'))) {
    throw new StoreUnavailable(`there is no SQLite store in ${data}`);
  }
  return whenUnlocked(() => openSqliteStore(data));
}

/**
 * Opens a store, and encrypts the secrets in it with the current key. Then no file of an SQLite store
 * contains them as plain text.
 *
 * @throws {StoreUnavailable} if the folder or the database cannot be used, or a key is missing
 * @throws {SecretKeyError} if a key is not valid
 */
export async function openStore(location: StoreLocation): Promise<OpenedStore> {
  const secrets = new SecretBox(location.secretKeys);
  const opened = await openWith(location, secrets);
  try {
    await sealSecrets(opened.store);
    return { ...opened, ...(await eraseIfDue(opened.store, secrets)) };
  } catch (error) {
    await opened.store.close();
    throw error;
  }
}

async function sealSecrets({ channels, erasure }: Store): Promise<void> {
  // Requested before, so that the next start erases the plain secrets if this one is interrupted.
  if (await channels.hasUnsealedSecrets()) await erasure?.request();
  await channels.sealSecrets();
}

/** Returns why deleted text that was due to be erased is still in the files. */
async function eraseIfDue(
  { erasure }: Store,
  { encrypts }: SecretBox,
): Promise<Pick<OpenedStore, 'erasureFailure'>> {
  try {
    await erasure?.runIfDue({ encrypts });
    return {};
  } catch (error) {
    // Reads are served with a full disk too.
    if (error instanceof StoreUnavailable) return { erasureFailure: error };
    throw error;
  }
}

async function openWith(
  location: StoreLocation,
  secrets: SecretBox,
  mustExist = false,
): Promise<OpenedStore> {
  const { data, database, databaseConnections: connections } = location;
  if (database === undefined) {
    return { store: await whenUnlocked(() => openSqliteStore(data, secrets)), location: data };
  }
  // Loaded on demand: the driver takes as long to load as the rest of the store.
  const { openPostgresStore } = await import('./postgres/postgres-store.ts');
  const options = connections === undefined ? {} : { connections };
  return openPostgresStore(database, { ...options, secrets, mustExist });
}

/**
 * A store in memory.
 *
 * @param contents rows to start with (default: none)
 */
export function openTemporaryStore(
  secretKeys?: StoreLocation['secretKeys'],
  contents?: MemoryContents,
): Store {
  return openSqliteStore(':memory:', new SecretBox(secretKeys), contents);
}
