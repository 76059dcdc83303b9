import { describe, expect, it } from 'vitest';
import { sqliteMigrations } from '../../../../../src/server/store/sqlite/migrations.ts';
import { Database } from '../../../../../src/storage/database.ts';
import { migrateSqlite } from '../../../../../src/storage/migrate.ts';
import { StoreUnavailable } from '../../../../../src/storage/store-unavailable.ts';

const account = `INSERT INTO accounts (id, name, plan, created_at) VALUES ('a', 'kept', 'active', 1)`;

describe('migrations', () => {
  it('keep the data when a later step is added', () => {
    const database = Database.open(':memory:');
    migrateSqlite(database, sqliteMigrations);
    database.script(account);
    const step = `ALTER TABLE accounts ADD COLUMN added TEXT DEFAULT 'new'`;
    migrateSqlite(database, [...sqliteMigrations, step]);
    expect(database.get('SELECT name, added FROM accounts')).toEqual({
      name: 'kept',
      added: 'new',
    });
  });

  it('do nothing if the schema is current', () => {
    const database = Database.open(':memory:');
    migrateSqlite(database, sqliteMigrations);
    database.script(account);
    migrateSqlite(database, sqliteMigrations);
    expect(database.all('SELECT id FROM accounts')).toHaveLength(1);
  });

  it('change nothing if a step fails', () => {
    const database = Database.open(':memory:');
    migrateSqlite(database, sqliteMigrations);
    const broken = [...sqliteMigrations, 'CREATE TABLE half (x); SELECT * FROM nowhere;'];
    expect(() => migrateSqlite(database, broken)).toThrow();
    expect(database.get(`SELECT 1 FROM sqlite_schema WHERE name = 'half'`)).toBeUndefined();
    migrateSqlite(database, sqliteMigrations);
  });

  it('reject the schema of a newer version', () => {
    const database = Database.open(':memory:');
    migrateSqlite(database, sqliteMigrations);
    database.script(`PRAGMA user_version = ${sqliteMigrations.length + 1}`);
    expect(() => migrateSqlite(database, sqliteMigrations)).toThrow(StoreUnavailable);
    expect(() => migrateSqlite(database, sqliteMigrations)).toThrow(/newer newswatch/);
  });

  it('reject the same version with other tables', () => {
    const database = Database.open(':memory:');
    migrateSqlite(database, ['CREATE TABLE accounts (id TEXT)']);
    expect(() => migrateSqlite(database, sqliteMigrations)).toThrow(StoreUnavailable);
    expect(() => migrateSqlite(database, sqliteMigrations)).toThrow(/other tables.*another data/);
  });

  it('accept other comments and whitespace', () => {
    const database = Database.open(':memory:');
    migrateSqlite(database, ['CREATE TABLE t (id TEXT)']);
    migrateSqlite(database, ['-- A table.\nCREATE TABLE t\n  (id TEXT)']);
  });
});
