import { beforeEach, describe, expect, it } from 'vitest';
import { settlementOf } from '../../../../../src/server/delivery/settlement.ts';
import { PostgresDatabase } from '../../../../../src/server/store/postgres/database.ts';
import {
  migrateDatabase,
  storeIn,
} from '../../../../../src/server/store/postgres/postgres-store.ts';
import { type Backlog, readBacklog } from '../../../../../src/server/store/sql/backlog.ts';
import type { Store } from '../../../../../src/server/store/store.ts';
import { closing } from '../../../../helpers/closing.ts';
import { createEmptyDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { query } from '../../../../helpers/postgres-cluster.ts';
import { rowsRead as countRowsRead } from '../../../../helpers/rows-read.ts';

const now = 1_000_000;
const many = 20_000;

const deliveries = `
  INSERT INTO deliveries (event_id, type, channel_id, account_id, created_at, status, round, attempts,
      round_attempts, due_at, payload_id, partition_time)
    SELECT 'evt' || n, 'news.alert', 'chan' || (n % 2 + 1), 'acc1', n, 'retrying', 1, 1, 1,
      -- All deliveries of the first connection are due, and none of the second.
      CASE n % 2 WHEN 0 THEN ${now} - n ELSE ${now} + n END, 1, -1
    FROM generate_series(1, ${many}) n;
  -- Settled deliveries, in the default partition.
  INSERT INTO deliveries (event_id, type, channel_id, account_id, created_at, status, round, attempts,
      round_attempts, payload_id, partition_time)
    SELECT 'old' || n, 'news.alert', 'chan1', 'acc1', n, 'delivered', 1, 1, 1, 1, n
    FROM generate_series(1, ${many}) n`;

/** A large store, of which one connection or owner has a part. */
const filled = `
  INSERT INTO accounts (id, name, plan, created_at)
    SELECT 'acc' || n, '', 'active', n FROM generate_series(1, 1000) n;
  INSERT INTO monitors (id, owner_id, title, prompt, status, every_minutes, execution,
      sources, include_sources, exclude_sources, include_languages, exclude_languages,
      exclude_words, team_id, created_at, next_run_at, lease_token, lease_until)
    SELECT 'mon' || n, 'acc' || (n % 1000 + 1), '', '', 'active', 60, 'standard', '[]', '[]', '[]', '[]', '[]',
      '[]', CASE n % 1000 WHEN 8 THEN 'desk' END, n,
      ${now} + n, CASE WHEN n < 3 THEN 'held' END, CASE WHEN n < 3 THEN ${now} + 90000 END
    FROM generate_series(1, ${many}) n;
  INSERT INTO runs (id, monitor_id, trigger, status, started_at, finished_at, results, filtered,
      skipped_channels)
    VALUES ('run', 'mon1', 'schedule', 'completed', 1, 1, '[]', '{}', '[]');
  INSERT INTO briefings (id, account_id, title, summary, created_at, period_from, period_to, monitors,
      news)
    SELECT 'brief' || n, 'acc' || (n % 4 + 1), '', '', n, n, n, '[]', '[]'
    FROM generate_series(1, ${many}) n;
  INSERT INTO alerts (id, owner_id, team_id, monitor_id, monitor_title, run_id, created_at, results)
    SELECT 'alert' || n, 'acc' || (n % 4), CASE n % 4 WHEN 2 THEN 'desk' END, 'mon1', '', 'run', n, '[]'
    FROM generate_series(1, ${many}) n;
  INSERT INTO channels (id, account_id, platform, webhook_url, status, signing_secret, created_at)
    SELECT 'chan' || n, 'acc1', 'webhook', 'https://example.com/' || n, 'active', 's', n
    FROM generate_series(1, 3) n;
  INSERT INTO payloads (id, payload) VALUES (1, '{}');
  ${deliveries};
  ANALYZE`;

/** Four monitors have most runs, and 40 have only one, which is old. */
const manyRuns = `
  INSERT INTO runs (id, monitor_id, trigger, status, started_at, finished_at, results, filtered,
      skipped_channels)
    SELECT 'run' || n, 'mon' || CASE WHEN n <= 40 THEN 100 + n ELSE n % 4 END, 'schedule', 'completed',
      n, n, '[]', '{}', '[]'
    FROM generate_series(1, 10 * ${many}) n;
  ANALYZE`;

describe.skipIf(!postgres)(`a large store ${onPostgres}`, () => {
  let store: Store;
  /** The number of rows of a table and its partitions that the work reads, by an index or not. */
  let rowsRead: (table: string, work: () => Promise<unknown>) => Promise<number>;

  let address: string;
  let backlog: () => Promise<Backlog>;

  beforeEach(async () => {
    address = await createEmptyDatabase();
    await migrateDatabase(address);
    await query(address, filled);
    const database = closing(await PostgresDatabase.open(address, { connections: 1 }));
    store = storeIn(database);
    backlog = () => readBacklog(database, now);
    rowsRead = (table, work) => countRowsRead(database, table, work);
  });

  describe.each([
    ['of the present rows', ''],
    [
      'of an empty table',
      `TRUNCATE deliveries; ANALYZE deliveries; ANALYZE deliveries_live; ${deliveries}`,
    ],
    [
      'of many in flight',
      `UPDATE deliveries_live SET lease_token = 'held', lease_until = ${now}; ANALYZE;
        UPDATE deliveries_live SET lease_token = NULL, lease_until = NULL`,
    ],
  ])('with statistics %s', (_, change) => {
    beforeEach(async () => {
      await query(address, change);
    });

    it('reads few more deliveries than a claim takes', async () => {
      const claim = () =>
        store.outbox.claim({
          now,
          lease_until: now + 1,
          limit: 64,
          max_per_connection: 8,
          in_flight: new Map(),
        });
      let claimed = 0;
      const read = await rowsRead('deliveries', async () => {
        claimed = (await claim()).length;
      });
      expect(claimed).toBe(8);
      expect(read).toBeLessThan(500);
    });

    it('counts attempts in flight without reading settled deliveries', async () => {
      const read = await rowsRead('deliveries', async () => {
        await store.outbox.leased(now);
        await store.outbox.expiredClaims(now);
        await store.outbox.nextDue();
      });
      expect(read).toBeLessThan(100);
    });

    it('stops the queued deliveries of one connection, monitor or account without reading others', async () => {
      const read = await rowsRead('deliveries', async () => {
        await store.channels.delete('chan3');
        await store.channels.update(
          { id: 'chan3', account_id: 'acc1' },
          { status: 'paused' },
          { now, resumeFrom: now },
        );
        await store.monitors.delete('mon1');
        await store.accounts.setPlan('acc2', 'none');
      });
      expect(read).toBeLessThan(100);
    });
  });

  it('claims deliveries without a change of their indexes', async () => {
    const limits = { limit: 64, max_per_connection: 8, in_flight: new Map() };
    await rowsRead('deliveries', () =>
      store.outbox.claim({ now, lease_until: now + 1, ...limits }),
    );
    const updates = await query(
      address,
      `SELECT n_tup_upd::int AS all, n_tup_hot_upd::int AS hot
        FROM pg_stat_user_tables WHERE relname = 'deliveries_live'`,
    );
    expect(updates).toEqual([{ all: 8, hot: 8 }]);
  });

  it('settles attempts without reading other deliveries, with statistics of many in flight', async () => {
    await query(
      address,
      `DELETE FROM deliveries_live WHERE created_at > 2000;
        UPDATE deliveries_live SET lease_token = 'held';
        ANALYZE;
        UPDATE deliveries_live SET lease_token = NULL`,
    );
    const limits = { limit: 64, max_per_connection: 8, in_flight: new Map() };
    const claims = await store.outbox.claim({ now, lease_until: now + 1, ...limits });
    expect(claims).toHaveLength(8);
    const read = await rowsRead('deliveries', () =>
      store.outbox.settle(
        claims.map((claim) =>
          settlementOf(claim, { kind: 'delivered', status_code: 200, error: null }, now, 0),
        ),
      ),
    );
    expect(read).toBeLessThan(100);
  });

  it('counts the backlog without reading settled deliveries', async () => {
    const read = await rowsRead('deliveries', async () => {
      expect((await backlog()).deliveries.waiting).toBe(many);
    });
    expect(read).toBeLessThanOrEqual(many);
  });

  it('stops the queued deliveries of a monitor that has a quarter of the runs without reading others', async () => {
    await query(address, manyRuns);
    const deleteMonitor = () => store.monitors.delete('mon1');
    expect(await rowsRead('deliveries', deleteMonitor)).toBeLessThan(100);
    expect(await rowsRead('runs', () => store.monitors.delete('mon2'))).toBeLessThan(100);
  });

  it('reads few more runs than a batch of a sweep examines', async () => {
    await query(address, manyRuns);
    let deleted = 0;
    const read = await rowsRead('runs', async () => {
      const options = { before: many, limit: 200, after: [21, 0] } as const;
      deleted = (await store.retention.deleteBatch('runs', options, now)).deleted;
    });
    expect(deleted).toBe(180);
    expect(read).toBeLessThan(2000);
  });

  it('finds the next tick by the index', async () => {
    let due: number | undefined;
    const read = await rowsRead('monitors', async () => {
      due = await store.monitors.nextDue();
    });
    expect(due).toBe(now + 3);
    expect(read).toBeLessThan(100);
  });

  it('reads only the monitors of the account and its teams', async () => {
    const viewer = { account_id: 'acc7', team_ids: ['none', 'desk'] };
    const read = await rowsRead('monitors', async () => {
      expect(await store.monitors.list(viewer)).toHaveLength(2 * (many / 1000));
    });
    expect(read).toBeLessThan(100);
  });

  it('reads only the newest briefings of the account', async () => {
    const read = await rowsRead('briefings', async () => {
      expect(await store.briefings.list('acc3', 20)).toHaveLength(20);
    });
    expect(read).toBeLessThan(40);
  });

  it('reads only the newest alerts of a monitor that has few', async () => {
    await query(
      address,
      "UPDATE alerts SET monitor_id = 'rare' WHERE created_at % 500 = 2; ANALYZE",
    );
    const viewer = { account_id: 'acc2', team_ids: ['desk'] };
    const read = await rowsRead('alerts', async () => {
      const alerts = await store.alerts.list(viewer, { limit: 20, monitor_id: 'rare' });
      expect(alerts[0]?.created_at).toBe(19_502);
    });
    expect(read).toBeLessThan(100);
  });

  it('reads only the newest alerts of the account and its teams', async () => {
    const read = await rowsRead('alerts', async () => {
      const viewer = { account_id: 'acc3', team_ids: ['desk'] };
      const alerts = await store.alerts.list(viewer, { limit: 20 });
      const times = alerts.map(({ created_at }) => created_at);
      expect(times.slice(0, 4)).toEqual([19_999, 19_998, 19_995, 19_994]);
    });
    expect(read).toBeLessThan(100);
  });

  it('deletes excess matches in time, although the statistics are those of an emptied table', async () => {
    const matches = Array.from({ length: 10_000 }, (_, n) => ({
      monitor_id: 'mon5',
      item_id: `item${n}`,
      arrival: n,
      strength: 1,
      wording: n,
    }));
    const record = (from: number) =>
      store.matches.record({ from, until: from + 1, itemIds: [], matches });
    await record(0);
    await query(address, 'DELETE FROM matches; ANALYZE matches');
    // If it compares each match with each other, it takes longer than a statement may.
    await record(1);
    expect((await store.matches.waiting('mon5')).dropped).toBe(2 * 9000);
  });

  it('reads each candidate of a search once, although the statistics are those of an emptied table', async () => {
    const items = Array.from({ length: 2000 }, (_, n) => ({
      id: `item${n}`,
      title: 'gold',
      description: '',
      url: null,
      source: null,
      publication_date: n,
      body: '',
      order_at: n,
      terms: { title: 'gold', text: `w${n}` },
      ranking_terms: new Uint8Array(4),
    }));
    await store.news.add(items);
    await query(address, 'DELETE FROM news_postings; DELETE FROM news; ANALYZE');
    await store.news.add(items);
    const terms = [{ term: 'gold', weight: 100, titleWeight: 80 }];
    const search = () => store.news.candidates({ terms, phrases: [], limit: 2000 });
    expect(await rowsRead('news', search)).toBeLessThan(5000);
  });
});
