import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Database } from '../../src/storage/database.ts';
import { closing } from '../helpers/closing.ts';

const key = (n: number) => createHash('sha256').update(String(n)).digest('hex');

it('a statement takes as long in a large savepoint as in a small one', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-transaction-'));
  const database = Database.open(join(folder, 'records.db'));
  closing({ close: async () => database.close() });
  database.script('CREATE TABLE records (key TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID');
  let next = 0;
  /** Microseconds of processor time of each of a number of inserts, at random places of the table. */
  const insert = async (count: number) => {
    const before = process.cpuUsage();
    await database.write(() =>
      database.savepoint(() => {
        for (let left = count; left > 0; left -= 1) {
          const text = 'x'.repeat(500);
          database.run('INSERT INTO records SELECT ?, ? WHERE true', key(next++), text);
        }
      }),
    );
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  };
  await insert(50_000);
  const small = await insert(1_000);
  const large = await insert(30_000);
  process.stdout.write(
    `insert: ${small.toFixed(1)} µs of 1,000, ${large.toFixed(1)} µs of 30,000\n`,
  );
  expect(large / small).toBeLessThan(4);
});
