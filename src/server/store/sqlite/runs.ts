import type { Database } from '../../../storage/database.ts';
import type { Alert, MonitorRun, Owner, RunResult, RunStore } from '../store.ts';
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

  async record(run: MonitorRun, alert: Alert | undefined): Promise<void> {
    const database = this.#database;
    database.transaction(() => {
      insertRun(database, run);
      database.run(
        'UPDATE monitors SET last_run_at = ? WHERE id = ?',
        run.finished_at,
        run.monitor_id,
      );
      if (alert) insertAlert(database, alert);
    });
  }

  async alerted(monitorId: string, itemIds: readonly string[]): Promise<Set<string>> {
    const rows = this.#database.all<{ item_id: string }>(
      `SELECT item_id FROM alerted_items
       WHERE monitor_id = ? AND item_id IN (SELECT value FROM json_each(?))`,
      monitorId,
      JSON.stringify(itemIds),
    );
    return new Set(rows.map(({ item_id }) => item_id));
  }

  async alerts(
    owners: readonly Owner[],
    { limit, since }: { limit: number; since?: number },
  ): Promise<Alert[]> {
    return this.#database
      .all<AlertRow>(
        `SELECT id, owner_type, owner_id, monitor_id, monitor_title, run_id, created_at, results
         FROM alerts WHERE ${ownedByAny} AND created_at >= ?
         ORDER BY created_at DESC, id DESC LIMIT ?`,
        ownersParameter(owners),
        since ?? Number.MIN_SAFE_INTEGER,
        limit,
      )
      .map(({ owner_type, owner_id, results, ...rest }) => ({
        ...rest,
        owner: { type: owner_type, id: owner_id },
        results: JSON.parse(results) as RunResult[],
      }));
  }
}

/** Within the caller's transaction. */
export function insertRun(database: Database, run: MonitorRun): void {
  database.run(
    `INSERT INTO runs (id, monitor_id, trigger, status, started_at, finished_at, results)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    run.id,
    run.monitor_id,
    run.trigger,
    run.status,
    run.started_at,
    run.finished_at,
    JSON.stringify(run.results),
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
  for (const { item_id } of alert.results) {
    database.run(
      'INSERT INTO alerted_items (monitor_id, item_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
      alert.monitor_id,
      item_id,
    );
  }
}
