import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { accountRemoval } from '../../../../src/server/store/sql/account-removal.ts';
import { alertStore } from '../../../../src/server/store/sql/alert-store.ts';
import { dueConnections, longestDue } from '../../../../src/server/store/sql/due-deliveries.ts';
import { eventStore } from '../../../../src/server/store/sql/event-store.ts';
import { listDeliveries } from '../../../../src/server/store/sql/list-deliveries.ts';
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

it('finds due deliveries by the indexes of those that wait, whatever the number of settled ones', () => {
  const options = {
    now: 1,
    lease_until: 2,
    limit: 64,
    max_per_connection: 8,
    in_flight: new Map<string, number>(),
  };
  const plan = [longestDue(options, sqliteDialect), dueConnections(options, sqliteDialect)]
    .flatMap(({ text }) => planOf(text))
    .filter((step) => /\bdeliveries\b/.test(step));
  expect(plan.length).toBeGreaterThan(2);
  for (const step of plan) {
    expect(step).toMatch(/^SEARCH deliveries USING (COVERING )?INDEX deliveries_(due|waiting)\b/);
  }
});

it.each([
  ['all', {}, 'account'],
  ['those of a connection', { channel_id: 'c' }, 'channel'],
  ['stopped ones', { status: 'stopped' }, 'account'],
] as const)('lists deliveries by the indexes of both parts: %s', (_, filter, index) => {
  const { text } = listDeliveries('a', 20, filter);
  const plan = planOf(text).filter((step) => /\bdeliveries\b/.test(step));
  for (const part of ['', '_live']) {
    expect(plan).toContainEqual(
      expect.stringMatching(`^SEARCH deliveries USING INDEX deliveries_by_${index}${part} `),
    );
  }
  for (const step of plan) expect(step).toMatch(/ USING INDEX deliveries_by_(account|channel)/);
});

it('counts and deletes the deliveries of an account by the indexes of both parts', async () => {
  const plans: string[] = [];
  const read = async (...statements: Sql[]) => {
    plans.push(...statements.flatMap(({ text }) => planOf(text)));
    return [];
  };
  const get = async (statement: Sql) => void (await read(statement));
  const db = { dialect: sqliteDialect, all: read, get, write: read } as unknown as SqlExecutor;
  await eventStore(db).count('a', { since: 1, max: 10 });
  await accountRemoval(db).deleteDeliveries('a');
  await accountRemoval(db).deleteAccount('a');
  const steps = plans.filter((step) => /\bdeliveries\b/.test(step));
  expect(steps.length).toBeGreaterThan(10);
  for (const step of steps) {
    expect(step).toMatch(
      /^SEARCH deliveries USING (COVERING )?INDEX deliveries_by_account(_live)? /,
    );
  }
});
