import { openStore } from '../../src/server/store/open-store.ts';
import type { Store } from '../../src/server/store/store.ts';
import { freshDatabase } from './postgres.ts';

/** vitest.config.ts runs these tests on SQLite and on PostgreSQL. */
const onPostgres = process.env['NEWSWATCH_TEST_STORE'] === 'postgres';

/** The PostgreSQL database of each data folder. */
const databases = new Map<string, Promise<string>>();

/** Options of a test's server or store: a new in-memory store or database, or that of a folder. */
export async function testStoreOptions(
  folder = ':memory:',
): Promise<{ data: string; database?: string }> {
  if (!onPostgres) return { data: folder };
  if (folder === ':memory:') return { data: folder, database: await freshDatabase() };
  const known = databases.get(folder) ?? freshDatabase();
  databases.set(folder, known);
  return { data: folder, database: await known };
}

/** A new store, or the one of the folder. */
export async function openTestStore(folder?: string): Promise<Store> {
  const { store } = await openStore({
    ...(await testStoreOptions(folder)),
    databaseConnections: 3,
  });
  return store;
}
