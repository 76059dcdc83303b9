import { expect, it } from 'vitest';
import { openPostgresStore } from '../../../../../src/server/store/postgres/postgres-store.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { closing } from '../../../../helpers/closing.ts';
import { acquireStoreDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { query } from '../../../../helpers/postgres-cluster.ts';
import { aChannel, anAccount } from '../contract/records.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

it.skipIf(!postgres).each(['paused', 'disabled', 'removed'] as const)(
  `20,000 queued deliveries stop when their connection is %s, while others settle ${onPostgres}`,
  async (change) => {
    const { address, release } = await acquireStoreDatabase();
    closing({ close: async () => release() });
    const open = async () => closing((await openPostgresStore(address, { connections: 4 })).store);
    const [store, other] = [await open(), await open()];
    await addRecords(store, { accounts: [anAccount('a')], channels: [aChannel('c')] });
    await query(
      address,
      `INSERT INTO payloads (id, payload) VALUES ('p', '{}');
      INSERT INTO deliveries (event_id, type, channel_id, account_id, created_at, status, round, attempts,
          round_attempts, due_at, payload_id, partition_time)
        SELECT 'evt' || n, 'webhook.test', 'c', 'a', ${now}, 'pending', 0, 0, 0, ${now}, 'p', -1
        FROM generate_series(1, 20000) n`,
    );
    let isStopped = false;
    let settled = 0;
    const settling = (async () => {
      while (!isStopped) {
        const held = await other.outbox.claim({
          ...{ now, lease_until: now + 15_000, limit: 16, max_per_connection: 16 },
          in_flight: new Map(),
        });
        if (held.length === 0) return;
        await other.outbox.settle(
          held.map(({ event_id, lease_token, round, attempts, round_attempts }) => ({
            ...{ event_id, lease_token },
            progress: {
              ...{ status: 'delivered', due_at: null, last_status_code: 204, last_error: null },
              ...{ round, attempts, round_attempts, settled_at: now },
            },
          })),
        );
        settled += held.length;
      }
    })();
    await expect.poll(() => settled, { timeout: 20_000 }).toBeGreaterThan(30);
    const times = { now, resumeFrom: now };
    await (change === 'removed'
      ? store.channels.delete('c')
      : store.channels.update(aChannel('c'), { status: change }, times));
    isStopped = true;
    await settling;
    const counts = await query(
      address,
      'SELECT status, last_error, count(*)::int AS count FROM deliveries GROUP BY 1, 2 ORDER BY 1',
    );
    expect(counts).toEqual([
      { status: 'delivered', last_error: null, count: settled },
      { status: 'stopped', last_error: `connection_${change}`, count: 20_000 - settled },
    ]);
  },
);
