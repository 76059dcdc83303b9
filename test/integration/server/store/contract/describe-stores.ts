import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe } from 'vitest';
import { openPostgresStore } from '../../../../../src/server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../../../src/server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../../../src/server/store/store.ts';
import { acquireStoreDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';

/** A store that is empty at the start of each test. */
export interface StoreContext {
  readonly store: Store;
  /** Opens another store on the same data, as another process would. */
  openAgain(): Promise<Store>;
}

/** The location of a store, which is released after the test. */
interface StoreLocation {
  open(): Promise<Store>;
  release(): void;
}

/** Runs the suite on each database. */
export function describeStores(title: string, suite: (context: StoreContext) => void): void {
  describe(`${title} in SQLite`, () => suite(testedStore(sqliteLocation)));
  describe.skipIf(!postgres)(`${title} ${onPostgres}`, () => suite(testedStore(postgresLocation)));
}

async function sqliteLocation(): Promise<StoreLocation> {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-store-'));
  return { open: async () => openSqliteStore(folder), release: () => {} };
}

async function postgresLocation(): Promise<StoreLocation> {
  const { address, release } = await acquireStoreDatabase();
  const open = async () => (await openPostgresStore(address, { connections: 4 })).store;
  return { open, release };
}

function testedStore(newLocation: () => Promise<StoreLocation>): StoreContext {
  let location: StoreLocation;
  let opened: Store[] = [];
  beforeEach(async () => {
    location = await newLocation();
    opened = [await location.open()];
  });
  afterEach(async () => {
    await Promise.all(opened.map((each) => each.close()));
    location.release();
  });
  return {
    get store() {
      const [store] = opened;
      if (!store) throw new Error('the store is only open while a test runs');
      return store;
    },
    async openAgain() {
      const store = await location.open();
      opened.push(store);
      return store;
    },
  };
}
