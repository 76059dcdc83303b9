import { expect, it, vi } from 'vitest';
import { SecretBox } from '../../../../src/server/store/secret-box.ts';
import { fixtureStore } from '../../../../src/server/store/sql/fixture-store.ts';
import { teamStore } from '../../../../src/server/store/sql/team-store.ts';
import { sqliteMigrations } from '../../../../src/server/store/sqlite/migrations.ts';
import { SqliteExecutor } from '../../../../src/server/store/sqlite/sqlite-executor.ts';
import { Database } from '../../../../src/storage/database.ts';
import { migrateSqlite } from '../../../../src/storage/migrate.ts';
import { addRecords } from '../../../helpers/add-records.ts';
import { closing } from '../../../helpers/closing.ts';
import { aChannel, aMonitor, anAccount } from './contract/records.ts';

/** A team of which one of three accounts has the permission; `write` has the writes that made it. */
async function teamWithMonitors(count: number) {
  const database = Database.open(':memory:');
  migrateSqlite(database, sqliteMigrations);
  const executor = closing(new SqliteExecutor(database));
  const write = vi.spyOn(executor, 'write');
  const ids = ['a', 'b', 'c'];
  const team = { team_id: 't', owner_id: 'a' };
  await addRecords(
    { fixtures: fixtureStore(executor, new SecretBox()) },
    {
      accounts: ids.map((id) => anAccount(id)),
      teams: [{ id: 't', name: 'T', members: [{ account_id: 'a', webhooks: true }] }],
      monitors: Array.from({ length: count }, (_, n) => aMonitor(`m${n}`, team)),
      channels: ids.map((id) => aChannel(id, { account_id: id })),
    },
  );
  return { teams: teamStore(executor), write };
}

it('a fixture is one write, however many accounts have connections and lack a permission', async () => {
  const { write } = await teamWithMonitors(1);
  expect(write).toHaveBeenCalledTimes(1);
});

it('withdrawing a permission takes as many writes for many monitors as for one', async () => {
  const counts: number[] = [];
  for (const monitors of [1, 9]) {
    const { teams, write } = await teamWithMonitors(monitors);
    write.mockClear();
    await teams.setMember('t', { account_id: 'a', webhooks: false });
    counts.push(write.mock.calls.length);
  }
  expect(counts[1]).toBe(counts[0]);
});
