import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../../../src/server/store/postgres/postgres-store.ts';
import { closing } from '../../../../helpers/closing.ts';
import { acquireStoreDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { query } from '../../../../helpers/postgres-cluster.ts';
import { aMonitor } from '../contract/records.ts';

describe.skipIf(!postgres)(`the matches of a batch ${onPostgres}`, () => {
  it('are locked after their monitors, as by a run', async () => {
    const { address, release } = await acquireStoreDatabase();
    const store = closing((await openPostgresStore(address)).store);
    await store.monitors.create(aMonitor('m'));
    const matches = [{ monitor_id: 'm', item_id: 'a', arrival: 1, strength: 0.5, wording: 0 }];
    await store.matches.record({ from: 0, until: 1, itemIds: ['a'], matches });
    const run = new pg.Client(address);
    await run.connect();
    await run.query("BEGIN; SELECT id FROM monitors WHERE id = 'm' FOR NO KEY UPDATE");
    const recorded = store.matches.record({ from: 1, until: 2, itemIds: ['a'], matches: [] });
    const waiting = `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(() => query(address, waiting)).toHaveLength(1);
    const lock = "SELECT item_id FROM matches WHERE monitor_id = 'm' FOR UPDATE NOWAIT";
    expect((await run.query(lock)).rows).toEqual([{ item_id: 'a' }]);
    await run.query('COMMIT');
    await run.end();
    expect(await recorded).toBe(true);
    expect((await store.matches.waiting('m')).matches).toEqual([]);
    release();
  });
});
