import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { alertStore } from '../../../../src/server/store/sql/alert-store.ts';
import type { Sql } from '../../../../src/server/store/sql/sql.ts';
import type { SqlExecutor } from '../../../../src/server/store/sql/sql-executor.ts';
import { sqliteDialect } from '../../../../src/server/store/sqlite/sqlite-dialect.ts';
import { openSqliteStore } from '../../../../src/server/store/sqlite/sqlite-store.ts';
import { Database } from '../../../../src/storage/database.ts';
import { closing } from '../../../helpers/closing.ts';

/** The steps of SQLite's plan for a query on an empty store. */
function planOf(text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-plans-'));
  closing(openSqliteStore(folder));
  const database = Database.open(join(folder, 'newswatch.db'));
  const plan = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`);
  database.close();
  return plan.map(({ detail }) => detail);
}

it('finds a later run of a monitor by two columns of the index', () => {
  const { text } = sqliteDialect.hasLater('runs', 'monitor_id', 'started_at');
  expect(planOf(`SELECT ${text} FROM runs`)).toContainEqual(
    expect.stringContaining('runs_by_monitor (monitor_id=? AND started_at>?)'),
  );
});

it('finds the alerts of a monitor by its index', async () => {
  let plan: string[] = [];
  const all = async ({ text }: Sql) => {
    plan = planOf(text);
    return [];
  };
  const db = { dialect: sqliteDialect, all } as unknown as SqlExecutor;
  const viewer = { account_id: 'a', team_ids: ['t'] };
  await alertStore(db).list(viewer, { limit: 20, monitor_id: 'm', since: 1 });
  expect(plan).toContainEqual(
    expect.stringContaining('alerts_by_monitor (monitor_id=? AND created_at>? AND created_at<?)'),
  );
});
