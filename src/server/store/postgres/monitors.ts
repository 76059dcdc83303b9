import { type MonitorRow, monitorColumns, monitorOf, monitorRowOf } from '../rows/monitor-row.ts';
import type { ClaimedMonitor, MonitorRecord, MonitorStore, Owner, RunRecord } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { forEachOwner, ownersParameter } from './owners.ts';
import { rowsParameter } from './rows-parameter.ts';
import { insertRun } from './runs.ts';

const columns = monitorColumns;

export class PostgresMonitors implements MonitorStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  create(monitor: MonitorRecord, preview?: RunRecord): Promise<boolean> {
    return this.#database.transaction(async (executor) => {
      const inserted = await executor.run(
        `INSERT INTO monitors (${columns})
         SELECT ${columns} FROM json_populate_recordset(NULL::monitors, $1)
         ON CONFLICT (id) DO NOTHING`,
        rowsParameter([monitorRowOf(monitor)]),
      );
      if (inserted === 0) return false;
      if (preview) await insertRun(executor, preview);
      return true;
    });
  }

  async get(id: string): Promise<MonitorRecord | undefined> {
    const row = await this.#database.get<MonitorRow>(
      `SELECT ${columns} FROM monitors WHERE id = $1`,
      id,
    );
    return row && monitorOf(row);
  }

  async list(owners: readonly Owner[]): Promise<MonitorRecord[]> {
    const rows = await this.#database.all<MonitorRow>(
      `SELECT owned.* FROM ${forEachOwner(1, 'owned', `SELECT ${columns} FROM monitors WHERE true`)}
       ORDER BY owned.created_at, owned.id`,
      ownersParameter(owners),
    );
    return rows.map(monitorOf);
  }

  async setStatus(
    id: string,
    status: MonitorRecord['status'],
    nextRunAt: number | null,
  ): Promise<void> {
    await this.#database.run(
      `UPDATE monitors SET status = $1, next_run_at = $2, lease_token = NULL, lease_until = NULL
       WHERE id = $3`,
      status,
      nextRunAt,
      id,
    );
  }

  async delete(id: string): Promise<void> {
    await this.#database.run('DELETE FROM monitors WHERE id = $1', id);
  }

  async claimDue(now: number, leaseUntil: number, limit: number): Promise<ClaimedMonitor[]> {
    const rows = await this.#database.all<MonitorRow & { lease_token: string }>(
      `WITH due AS MATERIALIZED (
         SELECT id FROM monitors
         WHERE status = 'active' AND next_run_at <= $1 AND coalesce(lease_until, 0) <= $1
         ORDER BY next_run_at LIMIT $2 FOR UPDATE SKIP LOCKED
       )
       UPDATE monitors SET lease_token = gen_random_uuid()::text, lease_until = $3
       WHERE id IN (SELECT id FROM due)
       RETURNING ${columns}, lease_token`,
      now,
      limit,
      leaseUntil,
    );
    return rows.map(monitorOf);
  }

  async nextDue(): Promise<number | undefined> {
    const row = await this.#database.get<{ due: number | null }>(
      `SELECT least(
         (SELECT min(next_run_at) FROM monitors WHERE status = 'active' AND lease_until IS NULL),
         (SELECT min(greatest(next_run_at, lease_until)) FROM monitors
          WHERE status = 'active' AND next_run_at IS NOT NULL AND lease_until IS NOT NULL)
       ) AS due`,
    );
    return row?.due ?? undefined;
  }
}
