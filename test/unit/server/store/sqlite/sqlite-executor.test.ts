import { expect, it } from 'vitest';
import { sql } from '../../../../../src/server/store/sql/sql.ts';
import { unmetStatement } from '../../../../../src/server/store/sql/sql-executor.ts';
import { SqliteExecutor } from '../../../../../src/server/store/sqlite/sqlite-executor.ts';
import { Database } from '../../../../../src/storage/database.ts';

function opened() {
  const database = Database.open(':memory:');
  database.script('CREATE TABLE t (n INTEGER PRIMARY KEY) STRICT');
  const executor = new SqliteExecutor(database);
  const stored = async () =>
    (await executor.all<{ n: number }>(sql`SELECT n FROM t`)).map(({ n }) => n);
  return { executor, stored };
}

const insertion = (n: number) => sql`INSERT INTO t VALUES (${n})`;

it('rolls back a write that fails, and not the writes that share its transaction', async () => {
  const { executor, stored } = opened();
  const writes = [
    executor.write(insertion(1)),
    executor.write(insertion(2), insertion(1)),
    executor.write(insertion(1)),
    executor.write(insertion(3)),
  ];
  const outcomes = await Promise.allSettled(writes);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  expect(await stored()).toEqual([1, 3]);
});

it('rolls back a write with an unmet statement, and rejects with that statement', async () => {
  const { executor, stored } = opened();
  const nothing = sql`DELETE FROM t WHERE n = ${9}`.mustChange(1);
  const [one, other] = await Promise.all([
    unmetStatement(executor.write(insertion(1), nothing, insertion(2))),
    unmetStatement(executor.write(insertion(3).mustChange(1))),
  ]);
  expect(one).toBe(nothing);
  expect(other).toBeUndefined();
  expect(await stored()).toEqual([3]);
});

it('returns the rows of all statements of a write', async () => {
  const { executor } = opened();
  const rows = await executor.write(
    insertion(1),
    sql`${insertion(2)} RETURNING n`,
    sql`SELECT n FROM t ORDER BY n`,
  );
  expect(rows).toEqual([{ n: 2 }, { n: 1 }, { n: 2 }]);
});

it('stores pending writes before it closes', async () => {
  const { executor } = opened();
  const written = executor.write(sql`${insertion(1)} RETURNING n`);
  await executor.close();
  expect(await written).toEqual([{ n: 1 }]);
});
