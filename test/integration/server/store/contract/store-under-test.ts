import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe } from 'vitest';
import { openPostgresStore } from '../../../../../src/server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../../../src/server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../../../src/server/store/store.ts';
import { freshDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';

/** A store that is empty when a test begins. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Opens the same data once more, as another process does. */
  openAgain(): Promise<Store>;
}

/** Runs the suite on each database. */
export function describeStores(title: string, suite: (under: StoreUnderTest) => void): void {
  describe(`${title} in SQLite`, () => {
    const folder = () => mkdtemp(join(tmpdir(), 'newswatch-store-'));
    suite(opening(folder, async (place) => openSqliteStore(place)));
  });
  describe.skipIf(!postgres)(`${title} ${onPostgres}`, () => {
    suite(
      opening(freshDatabase, async (place) => {
        const { store } = await openPostgresStore(place, { connections: 4 });
        return store;
      }),
    );
  });
}

function opening(
  makePlace: () => Promise<string>,
  open: (place: string) => Promise<Store>,
): StoreUnderTest {
  let place: string;
  let opened: Store[] = [];
  beforeEach(async () => {
    place = await makePlace();
    opened = [await open(place)];
  });
  afterEach(async () => {
    await Promise.all(opened.map((each) => each.close()));
  });
  return {
    get store() {
      const [store] = opened;
      if (!store) throw new Error('the store is only open while a test runs');
      return store;
    },
    async openAgain() {
      const store = await open(place);
      opened.push(store);
      return store;
    },
  };
}
