import type { Database } from '../../../storage/database.ts';
import type { GroupCommit } from '../../../storage/group-commit.ts';
import { type MonitorRow, monitorColumns, monitorOf, monitorRowOf } from '../rows/monitor-row.ts';
import type { ClaimedMonitor, MonitorRecord, MonitorStore, Owner, RunRecord } from '../store.ts';
import { ownedByAny, ownersParameter } from './owners.ts';
import { insertRun } from './runs.ts';

const columns = monitorColumns;

export class SqliteMonitors implements MonitorStore {
  readonly #database: Database;
  readonly #writes: GroupCommit;

  constructor(database: Database, writes: GroupCommit) {
    this.#database = database;
    this.#writes = writes;
  }

  async create(monitor: MonitorRecord, preview?: RunRecord): Promise<boolean> {
    return this.#database.transaction(() => {
      const inserted = this.#database.run(
        `INSERT INTO monitors (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO NOTHING`,
        ...columns.valuesOf(monitorRowOf(monitor)),
      );
      if (inserted === 0) return false;
      if (preview) insertRun(this.#database, preview);
      return true;
    });
  }

  async get(id: string): Promise<MonitorRecord | undefined> {
    const row = this.#database.get<MonitorRow>(`SELECT ${columns} FROM monitors WHERE id = ?`, id);
    return row && monitorOf(row);
  }

  async list(owners: readonly Owner[]): Promise<MonitorRecord[]> {
    return this.#database
      .all<MonitorRow>(
        `SELECT ${columns} FROM monitors WHERE ${ownedByAny} ORDER BY created_at, id`,
        ownersParameter(owners),
      )
      .map(monitorOf);
  }

  async setStatus(
    id: string,
    status: MonitorRecord['status'],
    nextRunAt: number | null,
  ): Promise<void> {
    this.#database.run(
      `UPDATE monitors SET status = ?, next_run_at = ?, lease_token = NULL, lease_until = NULL
       WHERE id = ?`,
      status,
      nextRunAt,
      id,
    );
  }

  async delete(id: string): Promise<void> {
    this.#database.run('DELETE FROM monitors WHERE id = ?', id);
  }

  async claimDue(now: number, leaseUntil: number, limit: number): Promise<ClaimedMonitor[]> {
    const rows = await this.#writes.run(() =>
      this.#database.all<MonitorRow & { lease_token: string }>(
        `UPDATE monitors SET lease_token = lower(hex(randomblob(8))), lease_until = ?
         WHERE id IN (
           SELECT id FROM monitors
           WHERE status = 'active' AND next_run_at <= ? AND coalesce(lease_until, 0) <= ?
           ORDER BY next_run_at LIMIT ?
         )
         RETURNING ${columns}, lease_token`,
        leaseUntil,
        now,
        now,
        limit,
      ),
    );
    return rows.map(monitorOf);
  }

  async nextDue(): Promise<number | undefined> {
    const row = this.#database.get<{ due: number | null }>(
      `SELECT min(max(next_run_at, coalesce(lease_until, next_run_at))) AS due
       FROM monitors WHERE status = 'active' AND next_run_at IS NOT NULL`,
    );
    return row?.due ?? undefined;
  }
}
