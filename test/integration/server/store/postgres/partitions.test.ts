import { beforeEach, describe, expect, it } from 'vitest';
import { PostgresDatabase } from '../../../../../src/server/store/postgres/database.ts';
import { lockPostings } from '../../../../../src/server/store/postgres/news-postings.ts';
import { openPostgresStore } from '../../../../../src/server/store/postgres/postgres-store.ts';
import type { Store } from '../../../../../src/server/store/store.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { closing } from '../../../../helpers/closing.ts';
import { createEmptyDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { query } from '../../../../helpers/postgres-cluster.ts';
import { aChannel, aDelivery, aMonitor, anAccount, anAlert, aRun } from '../contract/records.ts';

const day = 86_400_000;
const week = 7 * day;
/** The start of a week. */
const start = 2600 * week;

describe.skipIf(!postgres)(`partitioned tables ${onPostgres}`, () => {
  let address: string;
  let store: Store;

  const open = async () => closing((await openPostgresStore(address, { connections: 4 })).store);

  beforeEach(async () => {
    address = await createEmptyDatabase();
    store = await open();
    await addRecords(store, {
      accounts: [anAccount('a')],
      monitors: [aMonitor('m'), aMonitor('idle')],
      channels: [aChannel('c')],
    });
  });

  const partitionsOf = async (table: string) =>
    (
      await query<{ name: string; bounds: string }>(
        address,
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits
          WHERE inhparent = '${table}'::regclass ORDER BY 1`,
      )
    ).map(({ name }) => name);

  const partitions = () => store.retention.partitions;
  const never = () => false;
  /** Drops all old partitions of a table, as a sweep does. */
  async function drop(
    table: 'deliveries' | 'alerts' | 'runs',
    before: number,
    now = before + 30 * day,
    of: Store = store,
  ) {
    for (let deleted = 0; ; ) {
      const options = { before, now, isOver: never };
      const dropped = await of.retention.partitions.dropOldest(table, options);
      deleted += dropped.deleted;
      if (dropped.isLast) return { deleted, before: dropped.before };
    }
  }

  const rowsOf = async (table: string) =>
    (await query<{ id: string }>(address, `SELECT id FROM ${table} ORDER BY id`)).map(
      ({ id }) => id,
    );

  it('have partitions for this week and the next four when a server has started', async () => {
    const now = Math.floor(Date.now() / week);
    const names = [0, 1, 2, 3, 4].map((ahead) => `runs_w${now + ahead}`);
    expect(await partitionsOf('runs')).toEqual(['runs_default', ...names]);
    expect(await partitionsOf('alerts')).toHaveLength(6);
    expect(await partitionsOf('deliveries')).toHaveLength(7);
  });

  it('get partitions ahead from one of several servers at once', async () => {
    const other = await open();
    const stores = [store, other, store, other];
    await Promise.all(stores.map((each) => each.retention.partitions.createAhead(start)));
    expect(await partitionsOf('runs')).toHaveLength(11);
  });

  it('are created while news is added and removed', async () => {
    const database = closing(await PostgresDatabase.open(address));
    await database.transaction(async (run) => {
      await lockPostings(run);
      await partitions().createAhead(start);
    });
    expect(await partitionsOf('runs')).toHaveLength(11);
  });

  it('keep rows of a week without a partition in the default one, until they are deleted one by one', async () => {
    await addRecords(store, { runs: [aRun('r', { started_at: start + 3 * week })] });
    await partitions().createAhead(start);
    expect(await partitionsOf('runs')).not.toContain('runs_w2603');
    expect(await partitionsOf('runs')).toContain('runs_w2604');
    expect(await rowsOf('runs_default')).toEqual(['r']);
  });

  it('lose a whole week of deliveries and their payloads, but none that is not final', async () => {
    await partitions().createAhead(start);
    const settled = { status: 'delivered', due_at: null, created_at: start } as const;
    await addRecords(store, {
      deliveries: [
        aDelivery('done', settled),
        aDelivery('next week', { ...settled, created_at: start + week, payload: '{"n":1}' }),
        aDelivery('waiting', { created_at: start, payload: '{"n":2}' }),
        aDelivery('held', {
          ...settled,
          status: 'stopped',
          last_error: 'connection_paused',
          payload: '{"n":3}',
        }),
      ],
    });
    expect(await drop('deliveries', start + week - 1)).toEqual({ deleted: 0, before: start });
    expect(await drop('deliveries', start + week)).toEqual({ deleted: 1, before: start + week });
    expect(await partitionsOf('deliveries')).not.toContain('deliveries_w2600');
    expect(await rowsOf('payloads')).toEqual(['held', 'next week', 'waiting']);
    expect(await store.outbox.get('done')).toBeUndefined();
    expect(await store.outbox.get('held')).toBeDefined();
  });

  it('move a delivery into its week once it is final', async () => {
    await partitions().createAhead(start);
    await addRecords(store, { deliveries: [aDelivery('e', { created_at: start, due_at: start })] });
    const live = () => query(address, 'SELECT event_id FROM deliveries_live');
    expect(await live()).toHaveLength(1);
    const [claim] = await store.outbox.claim({
      now: start,
      lease_until: start + 1,
      limit: 1,
      max_per_connection: 1,
      in_flight: new Map(),
    });
    if (!claim) throw new Error('not claimed');
    const { round, attempts, round_attempts, event_id, lease_token } = claim;
    const progress = {
      ...({ status: 'delivered', due_at: null, last_status_code: 204, last_error: null } as const),
      ...{ round, attempts, round_attempts, settled_at: start },
    };
    await store.outbox.settle([{ event_id, lease_token, progress }]);
    expect(await live()).toEqual([]);
    expect(await query(address, 'SELECT event_id FROM deliveries_w2600')).toHaveLength(1);
    expect(await store.outbox.get('e')).toMatchObject({ status: 'delivered' });
    // A settlement that is repeated changes nothing.
    await store.outbox.settle([{ event_id, lease_token, progress }]);
    expect(await store.outbox.list('a', 9)).toHaveLength(1);
  });

  it('lose a whole week of runs, except those with alerts or deliveries and the newest of each monitor', async () => {
    await partitions().createAhead(start);
    const end = start + week;
    const runs = [0, 1, 2, 3, 4].map((n) => aRun(`r${n}`, { started_at: end - 9 + n }));
    const settled = { due_at: null, status: 'delivered' } as const;
    await addRecords(store, {
      runs: [...runs, aRun('later', { started_at: end })],
      // They may be in the week after their run.
      alerts: [anAlert('alert', { run_id: 'r1', created_at: end + 9 })],
      deliveries: [
        aDelivery('settled', { ...settled, run_id: 'r2', created_at: end + 9 }),
        aDelivery('waiting', { run_id: 'r3', created_at: start }),
      ],
    });
    await addRecords(store, {
      runs: [aRun('only', { monitor_id: 'idle', started_at: start + 5 })],
    });
    await query(address, `UPDATE monitors SET last_run_at = ${start + 5} WHERE id = 'idle'`);
    expect(await drop('runs', end)).toMatchObject({ deleted: 2 });
    expect(await rowsOf('runs')).toEqual(['later', 'only', 'r1', 'r2', 'r3']);
    expect(await rowsOf('runs_default')).toEqual(['only', 'r1', 'r2', 'r3']);
  });

  it('keep the runs of a week with thousands of alerts, several of each run', async () => {
    await partitions().createAhead(start);
    await query(
      address,
      `INSERT INTO runs (id, monitor_id, trigger, status, started_at, finished_at, results, filtered,
          skipped_channels)
        SELECT 'run' || n, 'm', 'schedule', 'completed', ${start}, ${start}, '[]', '{}', '[]'
        FROM generate_series(0, 4099) n;
      INSERT INTO alerts (id, owner_id, monitor_id, monitor_title, run_id, created_at, results)
        SELECT 'alert' || n, 'a', 'm', '', 'run' || (n / 5), ${start}, '[]'
        FROM generate_series(0, 5 * 4100 - 1) n`,
    );
    expect(await drop('runs', start + week)).toMatchObject({ deleted: 0 });
    expect(await rowsOf('runs')).toHaveLength(4100);
  });

  it('try only once a day to drop a week with too many runs to keep', async () => {
    await partitions().createAhead(start);
    await query(
      address,
      `INSERT INTO runs (id, monitor_id, trigger, status, started_at, finished_at, results, filtered,
          skipped_channels)
        SELECT 'run' || n, 'mon' || n, 'schedule', 'completed', ${start}, ${start}, '[]', '{}', '[]'
        FROM generate_series(0, 10000) n;
      INSERT INTO monitors SELECT (json_populate_record(m, json_build_object('id', 'mon' || n,
          'last_run_at', ${start}))).* FROM monitors m, generate_series(0, 10000) n WHERE m.id = 'm'`,
    );
    const end = start + week;
    const now = end + 30 * day;
    expect(await drop('runs', end, now)).toEqual({ deleted: 0, before: end });
    await query(address, "DELETE FROM monitors WHERE id LIKE 'mon%'");
    expect(await drop('runs', end, now + 1)).toEqual({ deleted: 0, before: end });
    expect(await drop('runs', end, now + day)).toMatchObject({ deleted: 10_001 });
  });

  it('stop before a partition is dropped if the sweep is over', async () => {
    await partitions().createAhead(start);
    const done = { status: 'delivered', due_at: null, created_at: start } as const;
    await addRecords(store, { deliveries: [aDelivery('done', done)] });
    const options = { before: start + week, now: start + 60 * day, isOver: () => true };
    expect(await partitions().dropOldest('deliveries', options)).toMatchObject({ isLast: false });
    expect(await rowsOf('payloads')).toEqual(['done']);
    expect(await drop('deliveries', start + week, options.now)).toMatchObject({ deleted: 1 });
  });

  it('are dropped by two servers at once, without an error', async () => {
    const other = await open();
    for (const at of [start, start + 4 * week]) await partitions().createAhead(at);
    const deliveries = Array.from({ length: 8 }, (_, n) =>
      aDelivery(`e${n}`, { created_at: start + n * week, due_at: null, status: 'delivered' }),
    );
    await addRecords(store, { deliveries });
    const before = start + 8 * week;
    const dropped = await Promise.all(
      [store, other, store, other].map((of) => drop('deliveries', before, before + 30 * day, of)),
    );
    expect(dropped.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(8);
    expect(await rowsOf('payloads')).toEqual([]);
    expect(await partitionsOf('deliveries')).not.toContain('deliveries_w2600');
  });

  it('keep the payload of a delivery that is sent again while its partition is dropped', async () => {
    await partitions().createAhead(start);
    const done = { status: 'delivered', due_at: null, created_at: start } as const;
    await addRecords(store, { deliveries: [aDelivery('again', done)] });
    const resending = query(
      address,
      `BEGIN; SELECT 1 FROM payloads FOR KEY SHARE;
      UPDATE deliveries SET due_at = ${start}, status = 'pending', partition_time = -1;
      SELECT pg_sleep(1); COMMIT`,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await drop('deliveries', start + week)).toMatchObject({ deleted: 0 });
    await resending;
    expect(await rowsOf('payloads')).toEqual(['again']);
  });

  it('do not lose the payload of a delivery to a resend', async () => {
    await partitions().createAhead(start);
    const done = { status: 'delivered', due_at: null, created_at: start } as const;
    await addRecords(store, { deliveries: [aDelivery('again', done)] });
    const deleting = query(
      address,
      `BEGIN; SELECT 1 FROM payloads FOR UPDATE; SELECT pg_sleep(1); DELETE FROM payloads; COMMIT`,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await store.events.resend('a', 'again', start)).toBe(false);
    await deleting;
    expect(await query(address, 'SELECT 1 FROM deliveries_live')).toEqual([]);
  });

  it('settle a live delivery without a payload', async () => {
    await addRecords(store, { deliveries: [aDelivery('e', { created_at: start, due_at: start })] });
    await query(address, 'DELETE FROM payloads');
    const [claim] = await store.outbox.claim({
      ...{ now: start, lease_until: start + 1, limit: 1, max_per_connection: 1 },
      in_flight: new Map(),
    });
    expect(claim).toMatchObject({ event_id: 'e', payload: null });
    expect(await store.outbox.expiredClaims(start + 1)).toMatchObject([{ payload: null }]);
  });

  it('are created while others write to the default partition, or reported once', async () => {
    const now = start + 20 * week;
    const writing = query(
      address,
      `BEGIN; INSERT INTO runs (id, monitor_id, trigger, status, started_at, finished_at, results,
          filtered, skipped_channels)
        VALUES ('r', 'm', 'schedule', 'completed', ${now}, ${now}, '[]', '{}', '[]');
      SELECT pg_sleep(1); COMMIT`,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await partitions().createAhead(now)).toEqual(['runs_w2620']);
    await writing;
    expect(await partitionsOf('runs')).toContain('runs_w2621');
    expect(await partitionsOf('alerts')).toContain('alerts_w2620');
    expect(await rowsOf('runs_default')).toEqual(['r']);
    expect(await partitions().createAhead(now)).toEqual([]);
  });

  it('are created in the midst of runs, alerts and deliveries that are stored', async () => {
    const other = await open();
    let isCreated = false;
    let stored = 0;
    const storing = (async () => {
      for (; !isCreated; stored += 1) {
        const at = start + (stored % 5) * week;
        await other.runs.record({
          run: aRun(`r${stored}`, { started_at: at }),
          alert: anAlert(`a${stored}`, { run_id: `r${stored}`, created_at: at, results: [] }),
          deliveries: [aDelivery(`e${stored}`, { run_id: `r${stored}`, created_at: at })],
        });
      }
    })();
    for (let n = 5; n < 30; n += 5) await partitions().createAhead(start + n * week);
    isCreated = true;
    await storing;
    expect(await rowsOf('runs')).toHaveLength(stored);
    expect(await partitionsOf('runs')).toContain('runs_w2625');
    expect(await rowsOf('deliveries_live AS d (sequence, id)')).toHaveLength(stored);
    expect(other.activity().errors).toMatchObject({ conflict: 0 });
  });

  it('keep a week as long as a query reads the table', async () => {
    await partitions().createAhead(start);
    const reading = query(address, 'BEGIN; SELECT 1 FROM alerts; SELECT pg_sleep(3); COMMIT');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await drop('alerts', start + week)).toMatchObject({ deleted: 0 });
    expect(await partitionsOf('alerts')).toContain('alerts_w2600');
    await reading;
    await drop('alerts', start + week, start + week + 31 * day);
    expect(await partitionsOf('alerts')).not.toContain('alerts_w2600');
  });

  it('lose the rows of a week that has not ended only if they are kept for less than four weeks', async () => {
    await partitions().createAhead(start);
    await addRecords(store, { runs: [aRun('r', { started_at: start })] });
    const before = start + day;
    expect(await drop('runs', before, before + 28 * day)).toMatchObject({ before: start });
    expect(await drop('runs', before, before + 9 * day)).toMatchObject({ before });
  });
});
