import type { Database } from '../../../storage/database.ts';
import type { UsageCount, UsageStore } from '../store.ts';

export class SqliteUsage implements UsageStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(counts: readonly UsageCount[]): Promise<void> {
    this.#database.transaction(() => {
      for (const { account_id, day, operation, requests } of counts) {
        this.#database.run(
          `INSERT INTO usage_counts (account_id, day, operation, requests) VALUES (?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
          account_id,
          day,
          operation,
          requests,
        );
      }
    });
  }

  async since(accountId: string, day: string): Promise<UsageCount[]> {
    return this.#database.all<UsageCount>(
      `SELECT account_id, day, operation, requests FROM usage_counts
       WHERE account_id = ? AND day >= ? ORDER BY operation, day`,
      accountId,
      day,
    );
  }
}
