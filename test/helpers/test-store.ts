import { openStore } from '../../src/server/store/open-store.ts';
import type { Store } from '../../src/server/store/store.ts';
import { closing } from './closing.ts';
import { acquireStoreDatabase } from './postgres.ts';

/** vitest.config.ts runs these tests on SQLite and on PostgreSQL. */
const onPostgres = process.env['NEWSWATCH_TEST_STORE'] === 'postgres';

/** Options of a server or store. */
interface StoreOptions {
  data: string;
  database?: string;
}

/** Options for an empty store that only the caller uses until it releases it. */
export interface AcquiredPlace {
  options: StoreOptions;
  release(): void;
}

export async function acquireStorePlace(): Promise<AcquiredPlace> {
  if (!onPostgres) return { options: { data: ':memory:' }, release: () => {} };
  const { address, release } = await acquireStoreDatabase();
  return { options: { data: ':memory:', database: address }, release };
}

/** The PostgreSQL database of each data folder. */
const databases = new Map<string, Promise<StoreOptions>>();

/** Options for an empty store that is released after the test, or for the store of a folder. */
export async function testStoreOptions(folder?: string): Promise<StoreOptions> {
  if (folder === undefined) return optionsForTest();
  if (!onPostgres) return { data: folder };
  const known = databases.get(folder) ?? optionsForTest();
  databases.set(folder, known);
  return { ...(await known), data: folder };
}

async function optionsForTest(): Promise<StoreOptions> {
  const { options, release } = await acquireStorePlace();
  closing({ close: async () => release() });
  return options;
}

/** An empty store, or the store of a folder. The caller closes it. */
export async function openTestStore(folder?: string): Promise<Store> {
  if (folder !== undefined) return open(await testStoreOptions(folder));
  // Not only for one test: `beforeAll` may have opened the store.
  const { options, release } = await acquireStorePlace();
  const store = await open(options);
  return {
    ...store,
    close: async () => {
      await store.close();
      release();
    },
  };
}

async function open(options: StoreOptions): Promise<Store> {
  const { store } = await openStore({ ...options, databaseConnections: 3 });
  return store;
}
