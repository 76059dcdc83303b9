import type { Database } from '../../../storage/database.ts';
import type { GroupCommit } from '../../../storage/group-commit.ts';
import {
  type AlertRow,
  alertColumns,
  alertOf,
  alertRowOf,
  type RunRow,
  runColumns,
  runOf,
  runRowOf,
} from '../rows/run-row.ts';
import type {
  AlertRange,
  AlertRecord,
  CompletedRun,
  Owner,
  RunRecord,
  RunStore,
} from '../store.ts';
import { insertDeliveries } from './outbox.ts';
import { ownedByAny, ownersParameter } from './owners.ts';

export class SqliteRuns implements RunStore {
  readonly #database: Database;
  readonly #writes: GroupCommit;

  constructor(database: Database, writes: GroupCommit) {
    this.#database = database;
    this.#writes = writes;
  }

  async record(record: CompletedRun): Promise<'stored' | 'lost' | 'repeated'> {
    const { run, alert, deliveries, tick } = record;
    const database = this.#database;
    return this.#writes.run(() => {
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

  async list(monitorId: string, limit: number): Promise<RunRecord[]> {
    return this.#database
      .all<RunRow>(
        `SELECT ${runColumns} FROM runs WHERE monitor_id = ? ORDER BY started_at DESC, rowid DESC LIMIT ?`,
        monitorId,
        limit,
      )
      .map(runOf);
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

  async alerts(
    owners: readonly Owner[],
    { limit, since, until }: AlertRange,
  ): Promise<AlertRecord[]> {
    return this.#database
      .all<AlertRow>(
        `SELECT ${alertColumns} FROM alerts WHERE ${ownedByAny} AND created_at BETWEEN ? AND ?
         ORDER BY created_at DESC, rowid DESC LIMIT ?`,
        ownersParameter(owners),
        since ?? Number.MIN_SAFE_INTEGER,
        until ?? Number.MAX_SAFE_INTEGER,
        limit,
      )
      .map(alertOf);
  }
}

/** Gives the tick's lease back with the next tick; false when the lease is no longer ours. */
function endTick(
  database: Database,
  monitorId: string,
  { lease_token, next_run_at }: NonNullable<CompletedRun['tick']>,
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
export function insertRun(database: Database, run: RunRecord): void {
  database.run(
    `INSERT INTO runs (${runColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...runColumns.valuesOf(runRowOf(run)),
  );
}

function insertAlert(database: Database, alert: AlertRecord): void {
  database.run(
    `INSERT INTO alerts (${alertColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...alertColumns.valuesOf(alertRowOf(alert)),
  );
  for (const { key } of alert.results) {
    database.run(
      'INSERT INTO alerted (monitor_id, key) VALUES (?, ?) ON CONFLICT DO NOTHING',
      alert.monitor_id,
      key,
    );
  }
}
