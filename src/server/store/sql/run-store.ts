import type {
  AlertRange,
  AlertRecord,
  CompletedRun,
  Owner,
  RunRecord,
  RunResultRecord,
  RunStore,
} from '../store.ts';
import { insertDeliveries } from './deliveries.ts';
import type { Dialect } from './dialect.ts';
import { insert } from './insert.ts';
import type { Statement } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** A run as a row: its results as JSON. */
type RunRow = Omit<RunRecord, 'results'> & { results: string };

const runColumns = [
  'id',
  'monitor_id',
  'trigger',
  'status',
  'started_at',
  'finished_at',
  'results',
  'error',
] as const;

/** An alert as a row: its owner in two columns, its results as JSON. */
type AlertRow = Omit<AlertRecord, 'owner' | 'results'> & {
  owner_type: Owner['type'];
  owner_id: string;
  results: string;
};

const alertColumns = [
  'id',
  'owner_type',
  'owner_id',
  'monitor_id',
  'monitor_title',
  'run_id',
  'created_at',
  'results',
] as const;

export class SqlRuns implements RunStore {
  readonly #executor: SqlExecutor;

  constructor(executor: SqlExecutor) {
    this.#executor = executor;
  }

  async record(record: CompletedRun): Promise<'stored' | 'lost' | 'repeated'> {
    const { run, alert, deliveries, tick } = record;
    const { dialect } = this.#executor;
    const ended = tick && endTick(run.monitor_id, tick);
    const { unmet } = await this.#executor.batch(
      ...(alert ? markAlerted(dialect, alert) : []),
      ...(ended ? [ended] : []),
      ...insertRun(dialect, run),
      {
        sql: 'UPDATE monitors SET last_run_at = ? WHERE id = ?',
        values: [run.finished_at, run.monitor_id],
      },
      ...(alert ? insertAlert(dialect, alert) : []),
      ...insertDeliveries(dialect, deliveries),
    );
    if (!unmet) return 'stored';
    return unmet === ended ? 'lost' : 'repeated';
  }

  async list(monitorId: string, limit: number): Promise<RunRecord[]> {
    const rows = await this.#executor.all<RunRow>(
      `SELECT ${runColumns.join(', ')} FROM runs WHERE monitor_id = ?
       ORDER BY started_at DESC, sequence DESC LIMIT ?`,
      monitorId,
      limit,
    );
    return rows.map(({ results, ...rest }) => ({ ...rest, results: resultsOf(results) }));
  }

  async alerted(monitorId: string, keys: readonly string[]): Promise<Set<string>> {
    const rows = await this.#executor.all<{ key: string }>(
      `SELECT key FROM alerted WHERE monitor_id = ? AND ${this.#executor.dialect.isIn('key')}`,
      monitorId,
      keys,
    );
    return new Set(rows.map(({ key }) => key));
  }

  async alerts(
    owners: readonly Owner[],
    { limit, since, until }: AlertRange,
  ): Promise<AlertRecord[]> {
    const rows = await Promise.all(
      owners.map(({ type, id }) =>
        this.#executor.all<AlertRow & { sequence: number }>(
          `SELECT ${alertColumns.join(', ')}, sequence FROM alerts
           WHERE owner_type = ? AND owner_id = ? AND created_at BETWEEN ? AND ?
           ORDER BY created_at DESC, sequence DESC LIMIT ?`,
          type,
          id,
          since ?? Number.MIN_SAFE_INTEGER,
          until ?? Number.MAX_SAFE_INTEGER,
          limit,
        ),
      ),
    );
    return rows
      .flat()
      .sort((one, other) => other.created_at - one.created_at || other.sequence - one.sequence)
      .slice(0, limit)
      .map(alertOf);
  }
}

/**
 * Fails the batch if an earlier run has alerted one of the results. The keys are sorted so that two
 * concurrent runs with the same results cannot deadlock.
 */
function markAlerted(dialect: Dialect, { monitor_id, results }: AlertRecord): Statement[] {
  const keys = [...new Set(results.map(({ key }) => key))].sort();
  return insert(dialect, {
    table: 'alerted',
    columns: ['monitor_id', 'key'],
    records: keys.map((key) => ({ monitor_id, key })),
    onConflict: 'ON CONFLICT DO NOTHING',
    mustChange: 1,
  });
}

/** Ends the lease and sets the next tick. Fails the batch if the lease was lost. */
function endTick(
  monitorId: string,
  { lease_token, next_run_at }: NonNullable<CompletedRun['tick']>,
): Statement {
  return {
    sql: `UPDATE monitors SET next_run_at = ?, lease_token = NULL, lease_until = NULL
      WHERE id = ? AND lease_token = ?`,
    values: [next_run_at, monitorId, lease_token],
    mustChange: 1,
  };
}

export function insertRun(dialect: Dialect, { results, ...rest }: RunRecord): Statement[] {
  const row = { ...rest, results: JSON.stringify(results) };
  return insert<RunRow>(dialect, { table: 'runs', columns: runColumns, records: [row] });
}

function insertAlert(dialect: Dialect, { owner, results, ...rest }: AlertRecord): Statement[] {
  const row = {
    ...rest,
    owner_type: owner.type,
    owner_id: owner.id,
    results: JSON.stringify(results),
  };
  return insert<AlertRow>(dialect, { table: 'alerts', columns: alertColumns, records: [row] });
}

function alertOf(row: AlertRow & { sequence: number }): AlertRecord {
  const { owner_type, owner_id, results, sequence: _, ...rest } = row;
  return { ...rest, owner: { type: owner_type, id: owner_id }, results: resultsOf(results) };
}

function resultsOf(json: string): RunResultRecord[] {
  return JSON.parse(json) as RunResultRecord[];
}
