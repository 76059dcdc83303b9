import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import { PostgresDatabase } from '../../../../../src/server/store/postgres/database.ts';
import { drawArrivals } from '../../../../../src/server/store/postgres/news-arrivals.ts';
import { PostgresNews } from '../../../../../src/server/store/postgres/postgres-news.ts';
import { openPostgresStore } from '../../../../../src/server/store/postgres/postgres-store.ts';
import { sql } from '../../../../../src/server/store/sql/sql.ts';
import type { Store } from '../../../../../src/server/store/store.ts';
import { StoreUnavailable } from '../../../../../src/storage/store-unavailable.ts';
import type { AcquiredDatabase } from '../../../../helpers/database-pool.ts';
import { acquireStoreDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { query } from '../../../../helpers/postgres-cluster.ts';
import { aMonitor } from '../contract/records.ts';

const now = 1_700_000_000_000;

function item(id: string, title = `About ${id}`) {
  const empty = { description: '', url: null, source: null, body: null };
  return indexItem({ id, title, publication_date: now, ...empty }, now);
}

describe.skipIf(!postgres)(`several writers of news ${onPostgres}`, () => {
  let acquired: AcquiredDatabase;
  let database: PostgresDatabase;
  let store: Store;
  beforeEach(async () => {
    acquired = await acquireStoreDatabase();
    ({ store } = await openPostgresStore(acquired.address));
    database = await PostgresDatabase.open(acquired.address);
  });
  afterEach(async () => {
    await Promise.all([store.close(), database.close()]);
    acquired.release();
  });

  const arrivals = async () =>
    (await store.news.arrivals(0, 999)).map(({ id, arrival }) => [id, arrival]);
  const isPending = (promise: Promise<unknown>) =>
    Promise.race([promise.then(() => false), pause(200, true)]);

  it('do not wait for one that has numbered its arrivals, whose readers do', async () => {
    await store.news.add([item('first')]);
    let last: Promise<number> | undefined;
    await database.transaction(async (run) => {
      expect(await drawArrivals(run, 2)).toEqual([2, 3]);
      await run(sql`SELECT FROM news_totals FOR UPDATE`);
      expect((await store.news.add([item('second')])).added).toBe(1);
      expect(await store.news.totals()).toMatchObject({ items: 2 });
      expect(await arrivals()).toEqual([['first', 1]]);
      last = store.news.lastArrival();
      expect(await isPending(last)).toBe(true);
      expect((await store.news.add([item('third')])).added).toBe(1);
    });
    expect(await last).toBe(4);
    expect(await arrivals()).toEqual([
      ['first', 1],
      ['second', 4],
      ['third', 5],
    ]);
    expect(await store.news.lastArrival()).toBe(5);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a monitor is created', () => store.monitors.create(aMonitor('m'))],
    ['news is marked as removed', () => store.takedowns.mark([{ id: 'a', url: null }], now)],
  ])('end before %s', async (_name, work) => {
    let done: Promise<unknown> | undefined;
    await database.transaction(async (run) => {
      await drawArrivals(run, 1);
      done = work();
      expect(await isPending(done)).toBe(true);
    });
    await done;
  });

  it('keep the totals, and number each arrival once', async () => {
    const batches = Array.from({ length: 40 }, (_, n) => [item(`a${n}`), item(`b${n}`)]);
    await Promise.all(batches.map((batch) => store.news.add(batch)));
    expect(await store.news.totals()).toMatchObject({ items: 80 });
    expect(await store.news.generation()).toBe(40);
    expect(await store.news.lastArrival()).toBe(80);
    const numbers = (await arrivals()).map(([, number]) => number);
    expect(numbers).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
    const parts = await query(acquired.address, 'SELECT part FROM news_totals');
    expect(parts.length).toBeLessThanOrEqual(10);
  });

  it('fail if others change the same news again and again', async () => {
    await database.transaction(async (run) => {
      await run(sql`CREATE FUNCTION skip_row() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN RETURN NULL; END'`);
      await run(sql`CREATE TRIGGER skip BEFORE INSERT ON news FOR EACH ROW
        EXECUTE FUNCTION skip_row()`);
    });
    const news = new PostgresNews(database);
    try {
      const failed = await news.add([item('a')]).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(StoreUnavailable);
      expect(failed).toMatchObject({
        message: expect.stringContaining('other processes have changed the same news'),
        outcomeUnknown: false,
      });
      expect(database.errors).toMatchObject({ conflict: 9, unavailable: 1 });
    } finally {
      await database.write(sql`DROP FUNCTION skip_row CASCADE`);
    }
    expect(await news.add([item('a')])).toMatchObject({ added: 1 });
    expect(await news.totals()).toMatchObject({ items: 1 });
  });

  it('store one version of each item that all of them add, in any order', async () => {
    const versions = Array.from({ length: 20 }, (_, n) => {
      const batch = Array.from({ length: 10 }, (_, at) => item(`i${at}`, `Version ${n} of ${at}`));
      return n % 2 ? batch : batch.reverse();
    });
    const added = await Promise.all(versions.map((batch) => store.news.add(batch)));
    expect(added.reduce((sum, each) => sum + each.added, 0)).toBe(10);
    expect(added.reduce((sum, each) => sum + each.updated, 0)).toBe(190);
    expect(await store.news.totals()).toEqual({ items: 10, titleTerms: 40, textTerms: 0 });
    expect(await store.news.frequencies(['version'])).toEqual(new Map([['version', 10]]));
    expect(await arrivals()).toHaveLength(10);
  });
});
