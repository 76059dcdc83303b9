import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import wasm from 'node-sqlite3-wasm';
import { beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/storage/database.ts';
import { StoreUnavailable } from '../../../src/storage/store-unavailable.ts';
import { WasmConnection } from '../../../src/storage/wasm-connection.ts';

let path: string;
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'newswatch-wasm-')), 'a.db');
});

const connect = (file: string) => new WasmConnection(wasm, file);
const open = () => Database.open(path, { connect, logSize: 200_000 });

describe('a database with the WebAssembly driver', () => {
  it('keeps what it committed when it is opened again, and leaves no file of its own', async () => {
    const database = open();
    database.script('CREATE TABLE t (a, b, c, d); CREATE VIRTUAL TABLE f USING fts5 (x)');
    const values = ['zürich', 1_099_511_627_776, null, new Uint8Array([1, 2])] as const;
    await database.commit(() => database.run('INSERT INTO t VALUES (?, ?, ?, ?)', ...values));
    database.close();
    expect(readdirSync(join(path, '..'))).toEqual(['a.db']);

    const again = open();
    expect(again.all('SELECT a, b, c, d, typeof(b) AS type FROM t')).toEqual([
      { a: values[0], b: values[1], c: null, d: values[3], type: 'integer' },
    ]);
    expect(again.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    again.close();
  });

  it('commits after it read the first of several rows', async () => {
    const database = open();
    database.script('CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)');
    expect(database.get('SELECT a FROM t')).toEqual({ a: 1 });
    expect(database.get('SELECT a FROM t WHERE a > 5')).toBeUndefined();
    expect(await database.commit(() => database.run('DELETE FROM t'))).toBe(2);
    database.close();
  });

  it('checkpoints, truncates its log and erases deleted text on its one connection', async () => {
    const database = open();
    database.script('CREATE TABLE t (a)');
    for (let row = 0; row < 300; row += 1) {
      await database.commit(() => database.run('INSERT INTO t VALUES (?)', 'secret'.repeat(500)));
    }
    await database.commit(() => database.run('DELETE FROM t'));
    await database.rewriteFile();
    await database.truncateLog();
    expect(readFileSync(`${path}-wal`)).toHaveLength(0);
    expect(readFileSync(path).includes('secret')).toBe(false);
    database.checkFile('t');
    database.close();
  });

  it('throws the error of a statement, and StoreUnavailable if the file is no database', () => {
    const database = open();
    database.script('CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1)');
    const insert = () => database.all('INSERT INTO t VALUES (?) RETURNING a', 1);
    expect(insert).toThrow('UNIQUE constraint failed');
    expect(insert).not.toThrow(StoreUnavailable);
    database.close();
    writeFileSync(path, 'no database'.repeat(1000));
    expect(open).toThrow(StoreUnavailable);
  });

  it('refuses a file that is open, and names the process', () => {
    const database = open();
    expect(open).toThrow(`process ${process.pid} uses the database ${path}`);
    database.close();
    open().close();
  });

  it('takes over the locks of a process that was killed, but not those of a running one', () => {
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    writeFileSync(`${path}.pid`, String(ended));
    mkdirSync(`${path}.lock`);
    open().close();
    expect(existsSync(`${path}.lock`)).toBe(false);

    writeFileSync(`${path}.pid`, String(process.ppid));
    expect(open).toThrow(`process ${process.ppid} uses the database`);
    expect(readFileSync(`${path}.pid`, 'utf8')).toBe(String(process.ppid));
  });

  it.each(['-wal', '-journal'])('does not follow a symbolic link at its %s', (suffix) => {
    writeFileSync(`${path}.target`, 'unchanged');
    symlinkSync(`${path}.target`, `${path}${suffix}`);
    expect(open).toThrow(StoreUnavailable);
    expect(readFileSync(`${path}.target`, 'utf8')).toBe('unchanged');
  });
});
