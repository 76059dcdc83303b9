import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sqliteDialect } from '../../../../src/server/store/sqlite/sqlite-dialect.ts';
import { openSqliteStore } from '../../../../src/server/store/sqlite/sqlite-store.ts';
import { Database } from '../../../../src/storage/database.ts';
import { closing } from '../../../helpers/closing.ts';

it('finds a later run of a monitor by two columns of the index', () => {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-plans-'));
  closing(openSqliteStore(folder));
  const database = Database.open(join(folder, 'newswatch.db'));
  const { text } = sqliteDialect.hasLater('runs', 'monitor_id', 'started_at');
  const plan = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN SELECT ${text} FROM runs`);
  database.close();
  expect(plan.map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining('runs_by_monitor (monitor_id=? AND started_at>?)'),
  );
});
