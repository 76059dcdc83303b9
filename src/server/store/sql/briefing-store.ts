import type { BriefingRecord, BriefingStore } from '../store.ts';
import type { SqlExecutor } from './sql-executor.ts';

const columns = 'id, account_id, title, summary, created_at';

export class SqlBriefings implements BriefingStore {
  readonly #executor: SqlExecutor;

  constructor(executor: SqlExecutor) {
    this.#executor = executor;
  }

  async put({ id, account_id, title, summary, created_at }: BriefingRecord): Promise<void> {
    await this.#executor.run(
      `INSERT INTO briefings (${columns}) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET title = excluded.title, summary = excluded.summary`,
      id,
      account_id,
      title,
      summary,
      created_at,
    );
  }

  list(accountId: string): Promise<BriefingRecord[]> {
    return this.#executor.all<BriefingRecord>(
      `SELECT ${columns} FROM briefings WHERE account_id = ? ORDER BY created_at DESC, id`,
      accountId,
    );
  }
}
