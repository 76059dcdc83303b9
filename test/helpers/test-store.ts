import { openStore } from '../../src/server/store/open-store.ts';
import type { Store } from '../../src/server/store/store.ts';
import { closing } from './closing.ts';
import { acquireStoreDatabase } from './postgres.ts';

/** vitest.config.ts runs these tests on SQLite and on PostgreSQL. */
const onPostgres = process.env['NEWSWATCH_TEST_STORE'] === 'postgres';

/** The PostgreSQL database of each data folder. */
const databases = new Map<string, Promise<string>>();

interface TestStoreOptions {
  data: string;
  database?: string;
}

/** Options of a test's server or store: an empty one, or the one of a folder. */
export async function testStoreOptions(folder = ':memory:'): Promise<TestStoreOptions> {
  if (!onPostgres) return { data: folder };
  if (folder === ':memory:') return { data: folder, database: await acquireForTest() };
  const known = databases.get(folder) ?? acquireForTest();
  databases.set(folder, known);
  return { data: folder, database: await known };
}

/** An empty store, or the one of a folder. The caller closes it. */
export async function openTestStore(folder = ':memory:'): Promise<Store> {
  if (folder !== ':memory:' || !onPostgres) return open(await testStoreOptions(folder));
  // Not for one test: `beforeAll` may have opened the store.
  const { address, release } = await acquireStoreDatabase();
  const store = await open({ data: folder, database: address });
  return {
    ...store,
    close: async () => {
      await store.close();
      release();
    },
  };
}

async function acquireForTest(): Promise<string> {
  const { address, release } = await acquireStoreDatabase();
  closing({ close: async () => release() });
  return address;
}

async function open(options: TestStoreOptions): Promise<Store> {
  const { store } = await openStore({ ...options, databaseConnections: 3 });
  return store;
}
