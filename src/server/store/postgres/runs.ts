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
import type { Executor, PostgresDatabase } from './database.ts';
import { insertDeliveries } from './outbox.ts';
import { forEachOwner, ownersParameter } from './owners.ts';
import { rowsParameter } from './rows-parameter.ts';

export class PostgresRuns implements RunStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async record(record: CompletedRun): Promise<'stored' | 'lost' | 'repeated'> {
    const { run, alert, deliveries, tick } = record;
    const refusal = await this.#database
      .transaction(async (executor) => {
        if (alert) await markAlerted(executor, alert);
        if (tick) await endTick(executor, run.monitor_id, tick);
        await insertRun(executor, run);
        await executor.run(
          'UPDATE monitors SET last_run_at = $1 WHERE id = $2',
          run.finished_at,
          run.monitor_id,
        );
        if (alert) await insertAlert(executor, alert);
        await insertDeliveries(executor, deliveries);
      })
      .catch((error: unknown) => {
        if (error instanceof NotStored) return error.outcome;
        throw error;
      });
    return refusal ?? 'stored';
  }

  async list(monitorId: string, limit: number): Promise<RunRecord[]> {
    const rows = await this.#database.all<RunRow>(
      `SELECT ${runColumns} FROM runs WHERE monitor_id = $1
       ORDER BY started_at DESC, sequence DESC LIMIT $2`,
      monitorId,
      limit,
    );
    return rows.map(runOf);
  }

  async alerted(monitorId: string, keys: readonly string[]): Promise<Set<string>> {
    const rows = await this.#database.all<{ key: string }>(
      'SELECT key FROM alerted WHERE monitor_id = $1 AND key = ANY ($2)',
      monitorId,
      keys,
    );
    return new Set(rows.map(({ key }) => key));
  }

  async alerts(
    owners: readonly Owner[],
    { limit, since, until }: AlertRange,
  ): Promise<AlertRecord[]> {
    const newestFirst = 'ORDER BY created_at DESC, sequence DESC LIMIT $4';
    const rows = await this.#database.all<AlertRow & { sequence: number }>(
      `SELECT owned.* FROM ${forEachOwner(
        1,
        'owned',
        `SELECT ${alertColumns}, sequence FROM alerts WHERE created_at BETWEEN $2 AND $3`,
        newestFirst,
      )} ${newestFirst}`,
      ownersParameter(owners),
      since ?? Number.MIN_SAFE_INTEGER,
      until ?? Number.MAX_SAFE_INTEGER,
      limit,
    );
    return rows.map(({ sequence: _, ...row }) => alertOf(row));
  }
}

/** Takes a transaction back, with the reason. */
class NotStored extends Error {
  override readonly name = 'NotStored';
  readonly outcome: 'lost' | 'repeated';

  constructor(outcome: 'lost' | 'repeated') {
    super(outcome);
    this.outcome = outcome;
  }
}

/**
 * Of two runs that alert one result at once, the second waits here for the first, and then finds it
 * alerted. In one order, so that no two wait for each other.
 */
async function markAlerted(
  executor: Executor,
  { monitor_id, results }: AlertRecord,
): Promise<void> {
  const keys = [...new Set(results.map(({ key }) => key))].sort();
  const marked = await executor.run(
    `INSERT INTO alerted (monitor_id, key) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
    monitor_id,
    keys,
  );
  if (marked < keys.length) throw new NotStored('repeated');
}

/** Gives the tick's lease back with the next tick. */
async function endTick(
  executor: Executor,
  monitorId: string,
  { lease_token, next_run_at }: NonNullable<CompletedRun['tick']>,
): Promise<void> {
  const changed = await executor.run(
    `UPDATE monitors SET next_run_at = $1, lease_token = NULL, lease_until = NULL
     WHERE id = $2 AND lease_token = $3`,
    next_run_at,
    monitorId,
    lease_token,
  );
  if (changed === 0) throw new NotStored('lost');
}

/** Within the caller's transaction. */
export async function insertRun(executor: Executor, run: RunRecord): Promise<void> {
  await executor.run(
    `INSERT INTO runs (${runColumns})
     SELECT ${runColumns} FROM json_populate_recordset(NULL::runs, $1)`,
    rowsParameter([runRowOf(run)]),
  );
}

async function insertAlert(executor: Executor, alert: AlertRecord): Promise<void> {
  await executor.run(
    `INSERT INTO alerts (${alertColumns})
     SELECT ${alertColumns} FROM json_populate_recordset(NULL::alerts, $1)`,
    rowsParameter([alertRowOf(alert)]),
  );
}
