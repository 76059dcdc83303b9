import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { GroupCommit } from '../../../src/storage/group-commit.ts';

/** A target whose transactions become durable, or fail, on demand. */
function slowDisk() {
  const transactions: { sync(): void; fail(error: Error): void }[] = [];
  const target = {
    commit(work: () => void) {
      work();
      return new Promise<void>((resolve, reject) => {
        transactions.push({ sync: resolve, fail: reject });
      });
    },
  };
  return { commit: new GroupCommit(target), transactions };
}

/** Waits until scheduled transactions have started. */
async function turns() {
  for (let n = 0; n < 5; n += 1) await turn();
}

it('runs the work of one turn of the event loop in one transaction', async () => {
  const { commit, transactions } = slowDisk();
  const results = Promise.all([commit.run(() => 1), commit.run(() => 2), commit.run(() => 3)]);
  await turns();
  expect(transactions).toHaveLength(1);
  transactions[0]?.sync();
  expect(await results).toEqual([1, 2, 3]);
});

it('runs a second transaction while the first is synced, and collects the rest', async () => {
  const { commit, transactions } = slowDisk();
  const done: number[] = [];
  for (const n of [1, 2, 3, 4]) {
    void commit.run(() => n).then((result) => done.push(result));
    await turns();
  }
  expect(transactions).toHaveLength(2);
  transactions[0]?.sync();
  await turns();
  expect(done).toEqual([1]);
  expect(transactions).toHaveLength(3);
  transactions[1]?.sync();
  transactions[2]?.sync();
  await turns();
  expect(done).toEqual([1, 2, 3, 4]);
});

it('only rejects the work of the transaction that failed', async () => {
  const { commit, transactions } = slowDisk();
  const rejected = commit.run(() => 'rejected');
  await turns();
  const kept = commit.run(() => 'kept');
  await turns();
  transactions[1]?.sync();
  transactions[0]?.fail(new Error('no space'));
  await expect(rejected).rejects.toThrow('no space');
  expect(await kept).toBe('kept');
  const after = commit.run(() => 'after');
  await turns();
  transactions[2]?.sync();
  expect(await after).toBe('after');
});
