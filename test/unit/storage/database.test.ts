import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Database } from '../../../src/storage/database.ts';
import { StoreUnavailable } from '../../../src/storage/store-unavailable.ts';

describe('a transaction', () => {
  it('is rolled back if its work throws', () => {
    const database = Database.open(':memory:');
    database.script('CREATE TABLE t (x)');
    const failing = () =>
      database.transaction(() => {
        database.run('INSERT INTO t VALUES (1)');
        throw new Error('midway');
      });
    expect(failing).toThrow('midway');
    expect(database.all('SELECT * FROM t')).toEqual([]);
  });

  it('fails with StoreUnavailable if the disk is full, and the next one succeeds', () => {
    const database = Database.open(':memory:');
    database.script('CREATE TABLE t (x); PRAGMA max_page_count = 10');
    const filling = () =>
      database.transaction(() => {
        for (let row = 0; row < 100; row += 1)
          database.run('INSERT INTO t VALUES (zeroblob(4096))');
      });
    expect(filling).toThrow(StoreUnavailable);
    expect(database.all('SELECT * FROM t')).toEqual([]);
    database.transaction(() => database.run('INSERT INTO t VALUES (1)'));
    expect(database.all('SELECT x FROM t')).toEqual([{ x: 1 }]);
  });
});

it('returns the key of an inserted row, and none for a row that it has', () => {
  const database = Database.open(':memory:');
  database.script('CREATE TABLE t (key INTEGER PRIMARY KEY, id TEXT UNIQUE)');
  const insert = (id: string) =>
    database.insert('INSERT INTO t (id) VALUES (?) ON CONFLICT (id) DO NOTHING', id);
  expect([insert('a'), insert('b'), insert('a'), insert('c')]).toEqual([1, 2, undefined, 3]);
});

it('syncs to the disk itself on macOS', () => {
  const database = Database.open(':memory:');
  expect(database.get('PRAGMA fullfsync')).toEqual({ fullfsync: 1 });
  expect(database.get('PRAGMA checkpoint_fullfsync')).toEqual({ checkpoint_fullfsync: 1 });
});

it('fails with StoreUnavailable if the write-ahead log cannot be opened', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'newswatch-wal-')), 'a.db');
  const database = Database.open(path);
  database.script('CREATE TABLE t (x)');
  rmSync(`${path}-wal`);
  const commit = database.commit(() => database.run('INSERT INTO t VALUES (1)'));
  await expect(commit).rejects.toMatchObject({
    name: 'StoreUnavailable',
    message: 'the write-ahead log cannot be opened: no such file or directory (ENOENT)',
  });
  database.close();
});

it('fails with StoreUnavailable if the file is damaged while it is open', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'newswatch-damaged-')), 'a.db');
  const writer = Database.open(path);
  writer.script('CREATE TABLE t (x INTEGER PRIMARY KEY, y TEXT)');
  writer.transaction(() => {
    for (let x = 0; x < 2000; x += 1) writer.run('INSERT INTO t VALUES (?, ?)', x, 'y'.repeat(500));
  });
  writer.script('PRAGMA wal_checkpoint(TRUNCATE)');
  writer.close();
  const database = Database.open(path);
  database.get('SELECT x FROM t');
  // All pages after the first half.
  const { size } = statSync(path);
  const half = Math.floor(size / 8192) * 4096;
  const fd = openSync(path, 'r+');
  writeSync(fd, Buffer.alloc(size - half, 0xa5), 0, size - half, half);
  closeSync(fd);
  for (const read of [
    () => database.all('SELECT * FROM t'),
    () => database.get('SELECT y FROM t WHERE x = 1999'),
    () => database.get('SELECT sum(length(y)) FROM t'),
  ]) {
    expect(read).toThrow(StoreUnavailable);
    expect(read).toThrow('database disk image is malformed');
  }
  database.close();
});

describe('close', () => {
  it('can be called again after its file descriptor was reused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'newswatch-close-'));
    const database = Database.open(join(folder, 'a.db'));
    database.script('CREATE TABLE t (x)');
    await database.commit(() => database.run('INSERT INTO t VALUES (1)'));
    database.close();
    const reused = Array.from({ length: 9 }, (_, n) => openSync(join(folder, `${n}`), 'w'));
    database.close();
    for (const fd of reused) {
      expect(() => fstatSync(fd)).not.toThrow();
      closeSync(fd);
    }
  });
});

it('releases its lock when it is closed in a transaction', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'newswatch-lock-')), 'a.db');
  const locked = Database.open(path);
  locked.script('CREATE TABLE t (x); BEGIN IMMEDIATE');
  locked.run('INSERT INTO t VALUES (1)');
  locked.close();
  const other = Database.open(path);
  other.transaction(() => other.run('INSERT INTO t VALUES (2)'));
  expect(other.all('SELECT x FROM t')).toEqual([{ x: 2 }]);
  other.close();
});

describe('a commit', () => {
  it('is visible at once, and resolves when it is durable', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'newswatch-commit-')), 'a.db');
    const database = Database.open(path);
    const other = Database.open(path);
    database.script('CREATE TABLE t (x)');
    const written = database.commit(() => database.run('INSERT INTO t VALUES (1)'));
    expect(other.all('SELECT x FROM t')).toEqual([{ x: 1 }]);
    expect(await written).toBe(1);
    other.close();
    database.close();
  });

  it('is rolled back if its work throws, and later transactions are synced again', async () => {
    const database = Database.open(':memory:');
    database.script('CREATE TABLE t (x)');
    const failing = database.commit(() => {
      database.run('INSERT INTO t VALUES (1)');
      throw new Error('midway');
    });
    await expect(failing).rejects.toThrow('midway');
    expect(database.all('SELECT * FROM t')).toEqual([]);
    const full = 2;
    expect(database.get('PRAGMA synchronous')).toEqual({ synchronous: full });
  });
});
