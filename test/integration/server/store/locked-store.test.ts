import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../../src/server/store/open-store.ts';
import { Database } from '../../../../src/storage/database.ts';
import { StoreUnavailable } from '../../../../src/storage/store-unavailable.ts';
import { closing } from '../../../helpers/closing.ts';
import { lockDatabase } from '../../../helpers/lock.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newswatch-locked-'));
  path = join(folder, 'newswatch.db');
});

/** Whether the promise is settled after some turns of the event loop. */
async function settles(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  for (let turns = 0; turns < 100; turns += 1) await turn();
  return settled;
}

function openDatabase(lockTimeout: number): Database {
  const database = Database.open(path, { lockTimeout });
  database.script('CREATE TABLE t (n)');
  closing({ close: async () => database.close() });
  return database;
}

describe('a commit to a locked database', () => {
  it('waits without blocking, and commits wait in their order', async () => {
    const database = openDatabase(60_000);
    const unlock = lockDatabase(path);
    const insert = (n: number) =>
      database.commit(() => database.run('INSERT INTO t VALUES (?)', n));
    const commits = Promise.all([insert(1), insert(2), insert(3)]);
    expect(await settles(commits)).toBe(false);
    expect(database.all('SELECT n FROM t')).toEqual([]);
    unlock();
    await commits;
    expect(database.all('SELECT n FROM t ORDER BY rowid')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('fails after the lock timeout, and leaves nothing behind', async () => {
    const database = openDatabase(20);
    const unlock = lockDatabase(path);
    const failing = database.commit(() => database.run('INSERT INTO t VALUES (1)'));
    await expect(failing).rejects.toThrow(StoreUnavailable);
    unlock();
    await database.commit(() => database.run('INSERT INTO t VALUES (2)'));
    expect(database.all('SELECT n FROM t')).toEqual([{ n: 2 }]);
  });

  it('counts the timeout from the time at which the work was queued', async () => {
    const database = openDatabase(60_000);
    const unlock = lockDatabase(path);
    const failing = database.commit(() => 1, performance.now() - 60_000);
    expect(await settles(failing)).toBe(true);
    await expect(failing).rejects.toThrow('locked');
    unlock();
  });
});

describe('a store whose file another process has locked', () => {
  it('waits with the start and the writes until it is unlocked, and reads in the meantime', async () => {
    const account = {
      id: 'a',
      name: 'A',
      plan: 'active',
      plan_managed_by: 'user',
      created_at: 1,
    } as const;
    // The start migrates the new file.
    const unlock = lockDatabase(path);
    const opening = openStore({ data: folder });
    expect(await settles(opening)).toBe(false);
    unlock();
    const { store } = await opening;
    closing(store);
    await store.accounts.ensureFirst(account);
    const unlockWrites = lockDatabase(path);
    const writing = store.accounts.ensureFirst({ ...account, id: 'b' });
    expect((await store.accounts.get('a'))?.name).toBe('A');
    expect(await settles(writing)).toBe(false);
    unlockWrites();
    expect((await writing).id).toBe('a');
  });
});
