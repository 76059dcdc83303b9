import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { Database } from '../../../src/storage/database.ts';
import { foundInFolder } from '../../helpers/found-in-folder.ts';

const secret = 'a-deleted-secret';
const pageSize = 4096;
const logPages = 50;

interface Log {
  log: number;
  checkpointed: number;
}

function openDatabase() {
  const path = join(mkdtempSync(join(tmpdir(), 'newswatch-checkpoint-')), 'a.db');
  const database = Database.open(path, { pageSize, logSize: logPages * pageSize });
  database.script('CREATE TABLE t (n INTEGER PRIMARY KEY, body BLOB)');
  let rows = 0;
  return {
    path,
    database,
    /** Commits until the log has reached its size. */
    async fill() {
      while ((log(database)?.log ?? 0) < logPages) {
        rows += 1;
        await database.commit(() => database.run('INSERT INTO t VALUES (?, zeroblob(8000))', rows));
      }
    },
    rows: () => rows,
  };
}

function log(database: Database): Log | undefined {
  return database.get<Log>('PRAGMA wal_checkpoint(NOOP)');
}

it('copies the log in another thread only, and restarts it each time', async () => {
  const { path, database, fill, rows } = openDatabase();
  expect(database.get('PRAGMA wal_autocheckpoint')).toEqual({ wal_autocheckpoint: 0 });
  for (let round = 0; round < 3; round += 1) {
    await fill();
    expect(log(database)?.checkpointed).toBe(0);
    await database.checkpointed();
    expect(log(database)?.log).toBeLessThan(logPages);
    expect(statSync(path).size).toBeGreaterThan(rows() * 8000);
  }
  expect(statSync(`${path}-wal`).size).toBeLessThan(2 * logPages * pageSize);
  database.close();
});

it('keeps every commit that is made during a checkpoint', async () => {
  const { path, database, fill, rows } = openDatabase();
  await fill();
  let ended = false;
  const checkpointed = database.checkpointed().then(() => {
    ended = true;
  });
  let during = 0;
  while (!ended) {
    during += 1;
    await database.commit(() => database.run('INSERT INTO t (body) VALUES (zeroblob(8000))'));
  }
  await checkpointed;
  database.close();
  const reopened = Database.open(path);
  expect(reopened.get('SELECT count(*) AS n FROM t')).toEqual({ n: rows() + during });
  expect(reopened.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  reopened.close();
});

it('can be closed during a checkpoint', async () => {
  const { path, database, fill, rows } = openDatabase();
  await fill();
  const checkpointed = database.checkpointed();
  database.close();
  await checkpointed;
  const reopened = Database.open(path);
  expect(reopened.get('SELECT count(*) AS n FROM t')).toEqual({ n: rows() });
  reopened.close();
});

it.each([10, 2_000_000])('empties a log with %i bytes of content', async (size) => {
  const { path, database } = openDatabase();
  await database.commit(() => database.run('INSERT INTO t (body) VALUES (zeroblob(?))', size));
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(size);
  // Starting the worker thread takes seconds on a busy machine.
  await database.truncateLog(50_000);
  expect(statSync(`${path}-wal`).size).toBe(0);
  expect(database.get('SELECT length(body) AS size FROM t')).toEqual({ size });
  database.close();
});

it('can be closed when the time limit for emptying the log has passed', async () => {
  const { path, database } = openDatabase();
  await database.commit(() => database.run('INSERT INTO t (body) VALUES (zeroblob(2000000))'));
  await database.truncateLog(0);
  database.close();
  const reopened = Database.open(path);
  expect(reopened.get('SELECT count(*) AS n FROM t')).toEqual({ n: 1 });
  reopened.close();
});

it('rewrites the file without deleted content while other connections use it', async () => {
  const { path, database } = openDatabase();
  const other = Database.open(path);
  for (let n = 0; n < 50; n += 1) {
    await database.commit(() => database.run('INSERT INTO t VALUES (?, ?)', n, `${secret} ${n}`));
  }
  await database.commit(() => database.run('DELETE FROM t WHERE n > 0'));
  expect(other.get('SELECT count(*) AS n FROM t')).toEqual({ n: 1 });
  expect(foundInFolder(dirname(path), /a-deleted-secret \d+/g).size).toBeGreaterThan(1);
  await database.rewriteFile();
  expect(foundInFolder(dirname(path), /a-deleted-secret \d+/g)).toEqual(new Set([`${secret} 0`]));
  await other.commit(() => other.run('INSERT INTO t VALUES (99, NULL)'));
  expect(database.get('SELECT count(*) AS n FROM t')).toEqual({ n: 2 });
  other.close();
  database.close();
});

it('reports that a file cannot be rewritten', async () => {
  const { path, database } = openDatabase();
  await database.truncateLog();
  writeFileSync(path, 'no database'.repeat(1000));
  await expect(database.rewriteFile()).rejects.toThrow('deleted text could not be erased');
  database.close();
});
