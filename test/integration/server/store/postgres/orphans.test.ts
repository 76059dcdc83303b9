import { beforeEach, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../../../src/server/store/postgres/postgres-store.ts';
import type { Store } from '../../../../../src/server/store/store.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { closing } from '../../../../helpers/closing.ts';
import { createEmptyDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { query } from '../../../../helpers/postgres-cluster.ts';
import { aChannel, aDelivery, aMonitor, anAccount, anAlert, aRun } from '../contract/records.ts';

const day = 86_400_000;
const week = 7 * day;
const start = 2600 * week;
const now = start + 9 * week;

/** Rows that refer to none, which the foreign keys of partitioned tables would prevent. */
const orphans = `
  SELECT 'alert ' || id AS orphan FROM alerts a
    WHERE NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = a.run_id)
  UNION ALL SELECT 'delivery without run ' || event_id FROM deliveries d
    WHERE run_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = d.run_id)
  UNION ALL SELECT 'delivery without payload ' || event_id FROM deliveries d
    WHERE NOT EXISTS (SELECT 1 FROM payloads p WHERE p.id = d.payload_id)
  UNION ALL SELECT 'lease ' || event_id FROM delivery_leases l
    WHERE NOT EXISTS (
      SELECT 1 FROM deliveries d WHERE d.sequence = l.sequence AND d.lease_token IS NOT NULL)
  UNION ALL SELECT 'payload ' || id FROM payloads p
    WHERE NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.payload_id = p.id)`;

describe.skipIf(!postgres)(
  `partitioned tables, whose keys nothing refers to, ${onPostgres}`,
  () => {
    let address: string;
    let store: Store;

    beforeEach(async () => {
      address = await createEmptyDatabase();
      store = closing((await openPostgresStore(address, { connections: 4 })).store);
      await store.retention.partitions.createAhead(start + 2 * week);
      const times = Array.from({ length: 18 }, (_, n) => start + (n * week) / 2 - 1);
      await addRecords(store, {
        accounts: [anAccount('a'), anAccount('b')],
        monitors: [aMonitor('m'), aMonitor('n', { owner_id: 'b' })],
        channels: [aChannel('c'), aChannel('d', { account_id: 'b' })],
        runs: times.map((at, n) =>
          aRun(`r${n}`, { monitor_id: n % 2 ? 'm' : 'n', started_at: at, finished_at: at }),
        ),
        // Alerts and deliveries are a little later than their run: some in the next week.
        alerts: times.flatMap((at, n) =>
          n % 3 === 0
            ? anAlert(`a${n}`, { owner_id: n % 2 ? 'a' : 'b', run_id: `r${n}`, created_at: at + 5 })
            : [],
        ),
        deliveries: times.flatMap((at, n) =>
          [1, 2, 3].map((copy) =>
            aDelivery(`e${n}.${copy}`, {
              ...(n % 2
                ? { channel_id: 'c', account_id: 'a' }
                : { channel_id: 'd', account_id: 'b' }),
              ...{ run_id: `r${n}`, created_at: at + 5, payload: `{"n":${n}}` },
              ...(n % 4 !== 0 && { status: 'delivered', due_at: null }),
            }),
          ),
        ),
      });
    });

    async function sweepBefore(before: number) {
      for (const table of ['deliveries', 'alerts', 'runs'] as const) {
        for (let isLast = false; !isLast; ) {
          const options = { before, now, isOver: () => false };
          const dropped = await store.retention.partitions.dropOldest(table, options);
          isLast = dropped.isLast;
          if (!isLast) continue;
          await store.retention.deleteBatch(table, { before: dropped.before, limit: 99 }, now);
        }
        expect(await query(address, orphans)).toEqual([]);
      }
    }

    it('have no orphans after sweeps and resends', async () => {
      expect(await query(address, orphans)).toEqual([]);
      for (let n = 1; n <= 8; n += 1) {
        // An event of the week that is swept next, whose copies are deleted.
        await store.events.resend(n % 2 ? 'a' : 'b', `e${2 * n - 1}.1`, now);
        await store.events.resend(n % 2 ? 'b' : 'a', `e${2 * n - 1}.1`, now);
        await sweepBefore(start + n * week);
      }
      expect(await query(address, 'SELECT 1 FROM alerts')).toEqual([]);
      expect(await query(address, "SELECT 1 FROM deliveries WHERE event_id = 'e1.1'")).toHaveLength(
        1,
      );
    });

    it('have no orphans after an account with attempts in flight was removed', async () => {
      const limits = { limit: 9, max_per_connection: 9, in_flight: new Map() };
      await store.outbox.claim({ now, lease_until: now + 1, ...limits });
      expect(await query(address, 'SELECT 1 FROM delivery_leases')).toHaveLength(9);
      expect(await query(address, orphans)).toEqual([]);
      await store.accountRemoval.deleteDeliveries('b');
      expect(await query(address, orphans)).toEqual([]);
    });

    it('have no orphans after an account was removed', async () => {
      await sweepBefore(start + 3 * week);
      await store.accountRemoval.deleteAlerts('a');
      await store.accountRemoval.deleteRuns('m');
      await store.monitors.delete('m');
      await store.accountRemoval.deleteDeliveries('a');
      expect(await store.accountRemoval.deleteAccount('a')).toBe(true);
      expect(await query(address, orphans)).toEqual([]);
      await sweepBefore(start + 5 * week);
    });
  },
);
