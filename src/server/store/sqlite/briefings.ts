import type { Database } from '../../../storage/database.ts';
import type { BriefingRecord, BriefingStore } from '../store.ts';

export class SqliteBriefings implements BriefingStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async put({ id, account_id, title, summary, created_at }: BriefingRecord): Promise<void> {
    this.#database.run(
      `INSERT INTO briefings (id, account_id, title, summary, created_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET title = excluded.title, summary = excluded.summary`,
      id,
      account_id,
      title,
      summary,
      created_at,
    );
  }

  async list(accountId: string): Promise<BriefingRecord[]> {
    return this.#database.all<BriefingRecord>(
      `SELECT id, account_id, title, summary, created_at FROM briefings
       WHERE account_id = ? ORDER BY created_at DESC, id`,
      accountId,
    );
  }
}
