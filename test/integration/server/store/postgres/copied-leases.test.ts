import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyIntoDatabase } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../../../src/server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../../../src/server/store/sqlite/sqlite-store.ts';
import { closing } from '../../../../helpers/closing.ts';
import { createEmptyDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { aDelivery } from '../contract/records.ts';

describe.skipIf(!postgres)(`deliveries in flight that move ${onPostgres}`, () => {
  it('are found when their lease has expired', async () => {
    const from = mkdtempSync(join(tmpdir(), 'newswatch-leases-'));
    const before = openSqliteStore(from);
    await before.outbox.add(aDelivery('evt_1', { due_at: 5 }));
    await before.outbox.add(aDelivery('evt_2', { due_at: 6 }));
    const limits = { limit: 1, max_per_connection: 1, in_flight: new Map() };
    const [claim] = await before.outbox.claim({ now: 10, lease_until: 20, ...limits });
    await before.close();
    const database = await createEmptyDatabase();
    await copyIntoDatabase({ from, database });
    const { outbox } = closing((await openPostgresStore(database)).store);
    expect(await outbox.expiredClaims(20)).toEqual([claim]);
    expect(await outbox.nextDue()).toBe(6);
  });
});
