import { randomUUID } from 'node:crypto';
import type { ClaimedMonitor, MonitorRecord, MonitorStore, Owner, RunRecord } from '../store.ts';
import { insert } from './insert.ts';
import { insertRun } from './run-store.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** A monitor as a row: its owner in two columns, its feeds as JSON. */
type MonitorRow = Omit<MonitorRecord, 'owner' | 'sources'> & {
  owner_type: Owner['type'];
  owner_id: string;
  sources: string;
};

const columnNames = [
  'id',
  'owner_type',
  'owner_id',
  'title',
  'prompt',
  'status',
  'every_minutes',
  'execution',
  'sources',
  'created_at',
  'last_run_at',
  'next_run_at',
] as const;
const columns = columnNames.join(', ');

export class SqlMonitors implements MonitorStore {
  readonly #executor: SqlExecutor;

  constructor(executor: SqlExecutor) {
    this.#executor = executor;
  }

  async create(monitor: MonitorRecord, preview?: RunRecord): Promise<boolean> {
    const { dialect } = this.#executor;
    const { unmet } = await this.#executor.batch(
      ...insert(dialect, {
        table: 'monitors',
        columns: columnNames,
        records: [monitorRowOf(monitor)],
        onConflict: 'ON CONFLICT (id) DO NOTHING',
        mustChange: 1,
      }),
      ...(preview ? insertRun(dialect, preview) : []),
    );
    return unmet === undefined;
  }

  async get(id: string): Promise<MonitorRecord | undefined> {
    const row = await this.#executor.get<MonitorRow>(
      `SELECT ${columns} FROM monitors WHERE id = ?`,
      id,
    );
    return row && monitorOf(row);
  }

  async list(owners: readonly Owner[]): Promise<MonitorRecord[]> {
    const rows = await Promise.all(
      owners.map(({ type, id }) =>
        this.#executor.all<MonitorRow>(
          `SELECT ${columns} FROM monitors WHERE owner_type = ? AND owner_id = ?`,
          type,
          id,
        ),
      ),
    );
    return rows.flat().sort(oldestFirst).map(monitorOf);
  }

  async setStatus(
    id: string,
    status: MonitorRecord['status'],
    nextRunAt: number | null,
  ): Promise<void> {
    await this.#executor.run(
      `UPDATE monitors SET status = ?, next_run_at = ?, lease_token = NULL, lease_until = NULL
       WHERE id = ?`,
      status,
      nextRunAt,
      id,
    );
  }

  async delete(id: string): Promise<void> {
    await this.#executor.run('DELETE FROM monitors WHERE id = ?', id);
  }

  async claimDue(now: number, leaseUntil: number, limit: number): Promise<ClaimedMonitor[]> {
    const { rows } = await this.#executor.batch<MonitorRow & { lease_token: string }>({
      sql: `WITH due AS MATERIALIZED (
          SELECT id FROM monitors
          WHERE status = 'active' AND next_run_at <= ? AND coalesce(lease_until, 0) <= ?
          ORDER BY next_run_at LIMIT ? ${this.#executor.dialect.skipLocked}
        )
        UPDATE monitors SET lease_token = ?, lease_until = ? WHERE id IN (SELECT id FROM due)
        RETURNING ${columns}, lease_token`,
      values: [now, now, limit, randomUUID(), leaseUntil],
    });
    return rows.map(monitorOf);
  }

  async nextDue(): Promise<number | undefined> {
    const row = await this.#executor.get<{ due: number | null }>(
      `SELECT min(due) AS due FROM (
         SELECT min(next_run_at) AS due FROM monitors
         WHERE status = 'active' AND lease_until IS NULL
         UNION ALL
         SELECT CASE WHEN lease_until > next_run_at THEN lease_until ELSE next_run_at END
         FROM monitors
         WHERE status = 'active' AND next_run_at IS NOT NULL AND lease_until IS NOT NULL
       ) AS waiting`,
    );
    return row?.due ?? undefined;
  }
}

function monitorRowOf({ owner, sources, ...rest }: MonitorRecord): MonitorRow {
  return {
    ...rest,
    owner_type: owner.type,
    owner_id: owner.id,
    sources: JSON.stringify(sources),
  };
}

function monitorOf<Row extends MonitorRow>({ owner_type, owner_id, sources, ...rest }: Row) {
  return {
    ...rest,
    owner: { type: owner_type, id: owner_id },
    sources: JSON.parse(sources) as string[],
  };
}

function oldestFirst(one: MonitorRow, other: MonitorRow): number {
  return one.created_at - other.created_at || (one.id < other.id ? -1 : 1);
}
