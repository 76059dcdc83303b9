import type { Database } from '../../../storage/database.ts';
import type {
  Alert,
  AlertRange,
  MonitorRun,
  Owner,
  RunRecord,
  RunResult,
  RunStore,
} from '../store.ts';
import { insertDeliveries } from './outbox.ts';
import { ownedByAny, ownersParameter } from './owners.ts';

type AlertRow = Omit<Alert, 'owner' | 'results'> & {
  owner_type: Owner['type'];
  owner_id: string;
  results: string;
};

export class SqliteRuns implements RunStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async record(record: RunRecord): Promise<'stored' | 'lost' | 'repeated'> {
    const { run, alert, deliveries, tick } = record;
    const database = this.#database;
    return database.transaction(() => {
      const keys = alert?.results.map(({ key }) => key) ?? [];
      if (this.#alerted(run.monitor_id, keys).size > 0) return 'repeated';
      if (tick && !endTick(database, run.monitor_id, tick)) return 'lost';
      insertRun(database, run);
      database.run(
        'UPDATE monitors SET last_run_at = ? WHERE id = ?',
        run.finished_at,
        run.monitor_id,
      );
      if (alert) insertAlert(database, alert);
      insertDeliveries(database, deliveries);
      return 'stored';
    });
  }

  async list(monitorId: string, limit: number): Promise<MonitorRun[]> {
    return this.#database
      .all<Omit<MonitorRun, 'results'> & { results: string }>(
        `SELECT id, monitor_id, trigger, status, started_at, finished_at, results, error
         FROM runs WHERE monitor_id = ? ORDER BY started_at DESC, rowid DESC LIMIT ?`,
        monitorId,
        limit,
      )
      .map(({ results, ...rest }) => ({ ...rest, results: JSON.parse(results) as RunResult[] }));
  }

  async alerted(monitorId: string, keys: readonly string[]): Promise<Set<string>> {
    return this.#alerted(monitorId, keys);
  }

  #alerted(monitorId: string, keys: readonly string[]): Set<string> {
    const rows = this.#database.all<{ key: string }>(
      `SELECT key FROM alerted
       WHERE monitor_id = ? AND key IN (SELECT value FROM json_each(?))`,
      monitorId,
      JSON.stringify(keys),
    );
    return new Set(rows.map(({ key }) => key));
  }

  async alerts(owners: readonly Owner[], { limit, since, until }: AlertRange): Promise<Alert[]> {
    return this.#database
      .all<AlertRow>(
        `SELECT id, owner_type, owner_id, monitor_id, monitor_title, run_id, created_at, results
         FROM alerts WHERE ${ownedByAny} AND created_at BETWEEN ? AND ?
         ORDER BY created_at DESC, rowid DESC LIMIT ?`,
        ownersParameter(owners),
        since ?? Number.MIN_SAFE_INTEGER,
        until ?? Number.MAX_SAFE_INTEGER,
        limit,
      )
      .map(({ owner_type, owner_id, results, ...rest }) => ({
        ...rest,
        owner: { type: owner_type, id: owner_id },
        results: JSON.parse(results) as RunResult[],
      }));
  }
}

/** Gives the tick's lease back with the next tick; false when the lease is no longer ours. */
function endTick(
  database: Database,
  monitorId: string,
  { lease_token, next_run_at }: NonNullable<RunRecord['tick']>,
): boolean {
  const changed = database.run(
    `UPDATE monitors SET next_run_at = ?, lease_token = NULL, lease_until = NULL
     WHERE id = ? AND lease_token = ?`,
    next_run_at,
    monitorId,
    lease_token,
  );
  return changed === 1;
}

/** Within the caller's transaction. */
export function insertRun(database: Database, run: MonitorRun): void {
  database.run(
    `INSERT INTO runs (id, monitor_id, trigger, status, started_at, finished_at, results, error)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    run.id,
    run.monitor_id,
    run.trigger,
    run.status,
    run.started_at,
    run.finished_at,
    JSON.stringify(run.results),
    run.error,
  );
}

function insertAlert(database: Database, alert: Alert): void {
  database.run(
    `INSERT INTO alerts
       (id, owner_type, owner_id, monitor_id, monitor_title, run_id, created_at, results)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    alert.id,
    alert.owner.type,
    alert.owner.id,
    alert.monitor_id,
    alert.monitor_title,
    alert.run_id,
    alert.created_at,
    JSON.stringify(alert.results),
  );
  for (const { key } of alert.results) {
    database.run(
      'INSERT INTO alerted (monitor_id, key) VALUES (?, ?) ON CONFLICT DO NOTHING',
      alert.monitor_id,
      key,
    );
  }
}
