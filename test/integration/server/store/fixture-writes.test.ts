import { expect, it, vi } from 'vitest';
import { SecretBox } from '../../../../src/server/store/secret-box.ts';
import { fixtureStore } from '../../../../src/server/store/sql/fixture-store.ts';
import { sqliteMigrations } from '../../../../src/server/store/sqlite/migrations.ts';
import { SqliteExecutor } from '../../../../src/server/store/sqlite/sqlite-executor.ts';
import { Database } from '../../../../src/storage/database.ts';
import { migrateSqlite } from '../../../../src/storage/migrate.ts';
import { addRecords } from '../../../helpers/add-records.ts';
import { closing } from '../../../helpers/closing.ts';
import { aChannel, aMonitor, anAccount } from './contract/records.ts';

it('a fixture is one write, however many accounts have connections and lack a permission', async () => {
  const database = Database.open(':memory:');
  migrateSqlite(database, sqliteMigrations);
  const executor = closing(new SqliteExecutor(database));
  const write = vi.spyOn(executor, 'write');
  const store = { fixtures: fixtureStore(executor, new SecretBox()) };
  const ids = ['a', 'b', 'c'];
  await addRecords(store, {
    accounts: ids.map((id) => anAccount(id)),
    teams: [{ id: 't', name: 'T', members: [{ account_id: 'a', webhooks: true }] }],
    monitors: [aMonitor('m', { team_id: 't', owner_id: 'a' })],
    channels: ids.map((id) => aChannel(id, { account_id: id })),
  });
  expect(write).toHaveBeenCalledTimes(1);
});
