import { describe, expect, it } from 'vitest';
import { sqliteMigrations } from '../../../../../src/server/store/sqlite/migrations.ts';
import { Database } from '../../../../../src/storage/database.ts';
import { migrateSqlite } from '../../../../../src/storage/migrate.ts';
import { StoreUnavailable } from '../../../../../src/storage/store-unavailable.ts';

const account = `INSERT INTO accounts (id, name, plan, created_at) VALUES ('a', 'kept', 'active', 1)`;

describe('migrations', () => {
  it('carry the data of every earlier schema forward', () => {
    for (let from = 1; from <= sqliteMigrations.length; from += 1) {
      const database = Database.open(':memory:');
      migrateSqlite(database, sqliteMigrations.slice(0, from));
      database.script(account);
      const next = [
        ...sqliteMigrations,
        `ALTER TABLE accounts ADD COLUMN added TEXT DEFAULT 'new'`,
      ];
      migrateSqlite(database, next);
      expect(database.get('SELECT name, added FROM accounts')).toEqual({
        name: 'kept',
        added: 'new',
      });
    }
  });

  it('name the results of an earlier schema by their key, and repeat none of them', () => {
    const database = Database.open(':memory:');
    migrateSqlite(database, sqliteMigrations.slice(0, 1));
    database.script(`
      INSERT INTO runs VALUES ('r', 'm', 'on_demand', 'completed', 1, 2, '[{"item_id":"i","title":"a \\"item_id\\": b"}]');
      INSERT INTO alerted_items VALUES ('m', 'i');`);
    migrateSqlite(database, sqliteMigrations);
    const { results = '' } = database.get<{ results: string }>('SELECT results FROM runs') ?? {};
    expect(JSON.parse(results)).toEqual([{ key: 'i', title: 'a "item_id": b' }]);
    expect(database.get('SELECT monitor_id, key FROM alerted')).toEqual({
      monitor_id: 'm',
      key: 'i',
    });
  });

  it('keep the events of the earliest schema, with what they say, in their order', () => {
    const database = Database.open(':memory:');
    migrateSqlite(database, sqliteMigrations.slice(0, 2));
    const event = (id: string, due: number | null) =>
      `('${id}', 'news.alert', 'c', 'a', 'm', 'r', '{"id":"${id}","type":"news.alert","about":"${id}"}', 1, 'pending', 1, 2, 2, ${due}, 3, 500, 'http_500', NULL, NULL)`;
    database.script(`INSERT INTO deliveries VALUES ${event('z', 5)}, ${event('b', null)}`);
    migrateSqlite(database, sqliteMigrations);
    const rows = database.all(
      'SELECT event_id, payload, due_at, last_error FROM deliveries JOIN payloads ON payloads.id = payload_id ORDER BY sequence',
    );
    expect(rows).toEqual([
      {
        event_id: 'z',
        payload: '{"type":"news.alert","about":"z"}',
        due_at: 5,
        last_error: 'http_500',
      },
      {
        event_id: 'b',
        payload: '{"type":"news.alert","about":"b"}',
        due_at: null,
        last_error: 'http_500',
      },
    ]);
  });

  it('do nothing the second time', () => {
    const database = Database.open(':memory:');
    migrateSqlite(database, sqliteMigrations);
    database.script(account);
    migrateSqlite(database, sqliteMigrations);
    expect(database.all('SELECT id FROM accounts')).toHaveLength(1);
  });

  it('leave everything as it was when a step fails', () => {
    const database = Database.open(':memory:');
    migrateSqlite(database, sqliteMigrations);
    const broken = [...sqliteMigrations, 'CREATE TABLE half (x); SELECT * FROM nowhere;'];
    expect(() => migrateSqlite(database, broken)).toThrow();
    expect(database.get(`SELECT 1 FROM sqlite_schema WHERE name = 'half'`)).toBeUndefined();
    migrateSqlite(database, sqliteMigrations);
  });

  it('refuse a schema of a newer version by name', () => {
    const database = Database.open(':memory:');
    migrateSqlite(database, sqliteMigrations);
    database.script(`PRAGMA user_version = ${sqliteMigrations.length + 1}`);
    expect(() => migrateSqlite(database, sqliteMigrations)).toThrow(StoreUnavailable);
    expect(() => migrateSqlite(database, sqliteMigrations)).toThrow(/newer newswatch/);
  });
});
