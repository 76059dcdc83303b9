import type { BriefingRecord, BriefingStore } from '../store.ts';
import type { PostgresDatabase } from './database.ts';

export class PostgresBriefings implements BriefingStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async put({ id, account_id, title, summary, created_at }: BriefingRecord): Promise<void> {
    await this.#database.run(
      `INSERT INTO briefings (id, account_id, title, summary, created_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET title = excluded.title, summary = excluded.summary`,
      id,
      account_id,
      title,
      summary,
      created_at,
    );
  }

  list(accountId: string): Promise<BriefingRecord[]> {
    return this.#database.all<BriefingRecord>(
      `SELECT id, account_id, title, summary, created_at FROM briefings
       WHERE account_id = $1 ORDER BY created_at DESC, id`,
      accountId,
    );
  }
}
