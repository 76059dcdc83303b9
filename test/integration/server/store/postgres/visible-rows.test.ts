import { describe, expect, it, onTestFinished } from 'vitest';
import { PostgresDatabase } from '../../../../../src/server/store/postgres/database.ts';
import {
  migrateDatabase,
  storeIn,
} from '../../../../../src/server/store/postgres/postgres-store.ts';
import { alertStore } from '../../../../../src/server/store/sql/alert-store.ts';
import { monitorStore } from '../../../../../src/server/store/sql/monitor-store.ts';
import type { SqlExecutor } from '../../../../../src/server/store/sql/sql-executor.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { closing } from '../../../../helpers/closing.ts';
import { acquireStoreDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { aMonitor, anAccount, anAlert, aResult, aRun } from '../contract/records.ts';

describe.skipIf(!postgres)(`what an account and its team own ${onPostgres}`, () => {
  const viewer = { account_id: 'a', team_ids: ['t'] };

  /** A store, and a database with the same data that runs `change` between any two reads. */
  async function setUp(change: () => Promise<void>) {
    const { address, release } = await acquireStoreDatabase();
    onTestFinished(release);
    await migrateDatabase(address);
    const database = closing(await PostgresDatabase.open(address));
    const store = storeIn(database);
    for (const id of ['a', 'b']) await addRecords(store, { accounts: [anAccount(id)] });
    const members = ['a', 'b'].map((account_id) => ({ account_id, webhooks: true }));
    await addRecords(store, { teams: [{ id: 't', name: 'T', members }] });
    let reads = 0;
    const interrupted: SqlExecutor = {
      dialect: database.dialect,
      ordersWrites: database.ordersWrites,
      get: (statement) => database.get(statement),
      write: (...statements) => database.write(...statements),
      async all(statement) {
        reads += 1;
        if (reads > 1) await change();
        return database.all(statement);
      },
    };
    return { store, interrupted };
  }

  it('is listed without a gap if alerts are recorded during the request', async () => {
    const record = async (id: string, owner_id: string, team_id: string | null) => {
      await store.monitors.create(aMonitor(id, { owner_id, team_id }));
      const run = aRun(id, { monitor_id: id });
      const owners = { owner_id, team_id, monitor_id: id, run_id: run.id };
      const alert = anAlert(id, { ...owners, created_at: 100, results: [aResult(id)] });
      expect(await store.runs.record({ run, alert, deliveries: [] })).toBe('stored');
    };
    const { store, interrupted } = await setUp(async () => {
      await record('own', 'a', null);
      await record('of the team', 'b', 't');
    });
    const read = async (since: number) => {
      const query = { limit: 10, since, order: 'oldest_first' } as const;
      return alertStore(interrupted).list(viewer, query);
    };
    const first = await read(0);
    await record('later', 'b', 't');
    const second = await read(first.at(-1)?.created_at ?? 0);
    const found = new Set([...first, ...second].map(({ id }) => id));
    const all = await store.alerts.list(viewer, { limit: 10 });
    expect(found).toEqual(new Set(all.map(({ id }) => id)));
  });

  it('is listed without a gap if monitors are created during the request', async () => {
    const create = (id: string, owner_id: string, team_id: string | null, created_at: number) =>
      store.monitors.create(aMonitor(id, { owner_id, team_id, created_at }));
    const { store, interrupted } = await setUp(async () => {
      await create('own', 'a', null, 1);
      await create('of the team', 'b', 't', 2);
    });
    expect(await monitorStore(interrupted).list(viewer)).toEqual([]);
  });
});
