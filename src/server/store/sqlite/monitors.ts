import type { Database } from '../../../storage/database.ts';
import type { ClaimedMonitor, Monitor, MonitorRun, MonitorStore, Owner } from '../store.ts';
import { ownedByAny, ownersParameter } from './owners.ts';
import { insertRun } from './runs.ts';

type Row = Omit<Monitor, 'owner' | 'sources'> & {
  owner_type: Owner['type'];
  owner_id: string;
  sources: string;
};

const columns = `id, owner_type, owner_id, title, prompt, status, every_minutes, execution, sources,
  created_at, last_run_at, next_run_at`;

export class SqliteMonitors implements MonitorStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(monitor: Monitor, preview?: MonitorRun): Promise<void> {
    this.#database.transaction(() => {
      this.#database.run(
        `INSERT INTO monitors (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        monitor.id,
        monitor.owner.type,
        monitor.owner.id,
        monitor.title,
        monitor.prompt,
        monitor.status,
        monitor.every_minutes,
        monitor.execution,
        JSON.stringify(monitor.sources),
        monitor.created_at,
        monitor.last_run_at,
        monitor.next_run_at,
      );
      if (preview) insertRun(this.#database, preview);
    });
  }

  async get(id: string): Promise<Monitor | undefined> {
    const row = this.#database.get<Row>(`SELECT ${columns} FROM monitors WHERE id = ?`, id);
    return row && fromRow(row);
  }

  async list(owners: readonly Owner[]): Promise<Monitor[]> {
    return this.#database
      .all<Row>(
        `SELECT ${columns} FROM monitors WHERE ${ownedByAny} ORDER BY created_at, id`,
        ownersParameter(owners),
      )
      .map(fromRow);
  }

  async setStatus(id: string, status: Monitor['status'], nextRunAt: number | null): Promise<void> {
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
    return this.#database
      .all<Row & { lease_token: string }>(
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
      )
      .map((row) => ({ ...fromRow(row), lease_token: row.lease_token }));
  }

  async nextDue(): Promise<number | undefined> {
    const row = this.#database.get<{ due: number | null }>(
      `SELECT min(max(next_run_at, coalesce(lease_until, next_run_at))) AS due
       FROM monitors WHERE status = 'active' AND next_run_at IS NOT NULL`,
    );
    return row?.due ?? undefined;
  }
}

function fromRow(row: Row): Monitor {
  return {
    id: row.id,
    owner: { type: row.owner_type, id: row.owner_id },
    title: row.title,
    prompt: row.prompt,
    status: row.status,
    every_minutes: row.every_minutes,
    execution: row.execution,
    sources: JSON.parse(row.sources) as string[],
    created_at: row.created_at,
    last_run_at: row.last_run_at,
    next_run_at: row.next_run_at,
  };
}
