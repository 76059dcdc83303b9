import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { GroupCommit } from '../../../src/storage/group-commit.ts';

/** A target whose disk takes each transaction when it is told to. */
function slowDisk() {
  const transactions: { take(): void; refuse(error: Error): void }[] = [];
  const target = {
    commit(work: () => void) {
      work();
      return new Promise<void>((resolve, reject) => {
        transactions.push({ take: resolve, refuse: reject });
      });
    },
  };
  return { commit: new GroupCommit(target), transactions };
}

/** Long enough for whatever is to begin of itself. */
async function turns() {
  for (let n = 0; n < 5; n += 1) await turn();
}

it('puts what comes in one turn into one transaction', async () => {
  const { commit, transactions } = slowDisk();
  const results = Promise.all([commit.run(() => 1), commit.run(() => 2), commit.run(() => 3)]);
  await turns();
  expect(transactions).toHaveLength(1);
  transactions[0]?.take();
  expect(await results).toEqual([1, 2, 3]);
});

it('makes one more transaction while the disk works, and collects the rest', async () => {
  const { commit, transactions } = slowDisk();
  const done: number[] = [];
  for (const n of [1, 2, 3, 4]) {
    void commit.run(() => n).then((result) => done.push(result));
    await turns();
  }
  expect(transactions).toHaveLength(2);
  transactions[0]?.take();
  await turns();
  expect(done).toEqual([1]);
  expect(transactions).toHaveLength(3);
  transactions[1]?.take();
  transactions[2]?.take();
  await turns();
  expect(done).toEqual([1, 2, 3, 4]);
});

it('fails what went along with a transaction that the disk refused, and nothing else', async () => {
  const { commit, transactions } = slowDisk();
  const refused = commit.run(() => 'refused');
  await turns();
  const kept = commit.run(() => 'kept');
  await turns();
  transactions[1]?.take();
  transactions[0]?.refuse(new Error('no space'));
  await expect(refused).rejects.toThrow('no space');
  expect(await kept).toBe('kept');
  const after = commit.run(() => 'after');
  await turns();
  transactions[2]?.take();
  expect(await after).toBe('after');
});
