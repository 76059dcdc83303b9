import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe } from 'vitest';
import { openPostgresStore } from '../../../../../src/server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../../../src/server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../../../src/server/store/store.ts';
import { acquireStoreDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';

/** A store that is empty when a test begins. */
export interface StoreContext {
  readonly store: Store;
  /** Opens the same data once more, as another process does. */
  openAgain(): Promise<Store>;
}

/** Where a store is, and what to do when it is not needed any more. */
interface Place {
  open(): Promise<Store>;
  release(): void;
}

/** Runs the suite on each database. */
export function describeStores(title: string, suite: (context: StoreContext) => void): void {
  describe(`${title} in SQLite`, () => suite(testedStore(sqlitePlace)));
  describe.skipIf(!postgres)(`${title} ${onPostgres}`, () => suite(testedStore(postgresPlace)));
}

async function sqlitePlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-store-'));
  return { open: async () => openSqliteStore(folder), release: () => {} };
}

async function postgresPlace(): Promise<Place> {
  const { address, release } = await acquireStoreDatabase();
  const open = async () => (await openPostgresStore(address, { connections: 4 })).store;
  return { open, release };
}

function testedStore(newPlace: () => Promise<Place>): StoreContext {
  let place: Place;
  let opened: Store[] = [];
  beforeEach(async () => {
    place = await newPlace();
    opened = [await place.open()];
  });
  afterEach(async () => {
    await Promise.all(opened.map((each) => each.close()));
    place.release();
  });
  return {
    get store() {
      const [store] = opened;
      if (!store) throw new Error('the store is only open while a test runs');
      return store;
    },
    async openAgain() {
      const store = await place.open();
      opened.push(store);
      return store;
    },
  };
}
