import type { UsageCount, UsageStore } from '../store.ts';
import type { SqlExecutor } from './sql-executor.ts';

const columns = ['account_id', 'day', 'operation', 'requests'] as const;

export class SqlUsage implements UsageStore {
  readonly #executor: SqlExecutor;

  constructor(executor: SqlExecutor) {
    this.#executor = executor;
  }

  async add(counts: readonly UsageCount[]): Promise<void> {
    const statements = this.#executor.dialect.forRecords<UsageCount>({
      table: 'usage_counts',
      columns,
      records: counts,
      // Sorted so that two processes cannot deadlock.
      sql: (given) => `
        INSERT INTO usage_counts (account_id, day, operation, requests)
        SELECT account_id, day, operation, sum(requests) FROM ${given} AS given
        GROUP BY account_id, day, operation ORDER BY account_id, day, operation
        ON CONFLICT (account_id, day, operation)
        DO UPDATE SET requests = usage_counts.requests + excluded.requests`,
    });
    await this.#executor.batch(...statements);
  }

  since(accountId: string, day: string): Promise<UsageCount[]> {
    return this.#executor.all<UsageCount>(
      `SELECT ${columns.join(', ')} FROM usage_counts
       WHERE account_id = ? AND day >= ? ORDER BY operation, day`,
      accountId,
      day,
    );
  }
}
