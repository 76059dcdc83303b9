import type { UsageCount, UsageStore } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { rowsParameter } from './rows-parameter.ts';

export class PostgresUsage implements UsageStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(counts: readonly UsageCount[]): Promise<void> {
    // In one order in all processes, so that no two wait for each other.
    await this.#database.run(
      `INSERT INTO usage_counts (account_id, day, operation, requests)
       SELECT account_id, day, operation, sum(requests)
       FROM json_populate_recordset(NULL::usage_counts, $1)
       GROUP BY account_id, day, operation ORDER BY account_id, day, operation
       ON CONFLICT (account_id, day, operation)
       DO UPDATE SET requests = usage_counts.requests + excluded.requests`,
      rowsParameter(counts),
    );
  }

  since(accountId: string, day: string): Promise<UsageCount[]> {
    return this.#database.all<UsageCount>(
      `SELECT account_id, day, operation, requests FROM usage_counts
       WHERE account_id = $1 AND day >= $2 ORDER BY operation, day`,
      accountId,
      day,
    );
  }
}
