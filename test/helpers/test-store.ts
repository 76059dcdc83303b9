import { openStore } from '../../src/server/store/open-store.ts';
import type { Store } from '../../src/server/store/store.ts';
import { freshDatabase } from './postgres.ts';

/** Whether these tests run on PostgreSQL: vitest.config.ts has them run once on each store. */
const onPostgres = process.env['NEWSWATCH_TEST_STORE'] === 'postgres';

/** The database that stands for a data folder. */
const databases = new Map<string, Promise<string>>();

/** Where a server or a store of a test keeps its data, when that is to be nowhere else. */
export async function testPlace(folder = ':memory:'): Promise<{ data: string; database?: string }> {
  if (!onPostgres) return { data: folder };
  if (folder === ':memory:') return { data: folder, database: await freshDatabase() };
  const known = databases.get(folder) ?? freshDatabase();
  databases.set(folder, known);
  return { data: folder, database: await known };
}

/** A store of the test's own, or the one that others have opened for the same folder. */
export async function openTestStore(folder?: string): Promise<Store> {
  const { store } = await openStore({ ...(await testPlace(folder)), databaseConnections: 3 });
  return store;
}
