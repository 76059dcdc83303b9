import type { AccountRecord, ApiKeyRecord, KeyStore } from '../store.ts';
import type { SqlExecutor } from './sql-executor.ts';

const columns = 'id, account_id, hash, name, created_at';

export class SqlKeys implements KeyStore {
  readonly #executor: SqlExecutor;

  constructor(executor: SqlExecutor) {
    this.#executor = executor;
  }

  async ensure({ id, account_id, hash, name, created_at }: ApiKeyRecord): Promise<void> {
    await this.#executor.run(
      `INSERT INTO api_keys (${columns}) VALUES (?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING`,
      id,
      account_id,
      hash,
      name,
      created_at,
    );
  }

  async ensureFirst(key: ApiKeyRecord): Promise<boolean> {
    const { id, account_id, hash, name, created_at } = key;
    const { rows } = await this.#executor.batch(...this.#executor.dialect.lockTable('api_keys'), {
      sql: `INSERT INTO api_keys (${columns}) SELECT ?, ?, ?, ?, ?
          WHERE NOT EXISTS (SELECT 1 FROM api_keys) RETURNING id`,
      values: [id, account_id, hash, name, created_at],
    });
    return rows.length === 1;
  }

  holder(hash: string): Promise<AccountRecord | undefined> {
    return this.#executor.get<AccountRecord>(
      `SELECT accounts.id, accounts.name, plan, accounts.created_at
       FROM api_keys JOIN accounts ON accounts.id = account_id
       WHERE hash = ? AND revoked_at IS NULL`,
      hash,
    );
  }

  list(accountId: string): Promise<ApiKeyRecord[]> {
    return this.#executor.all<ApiKeyRecord>(
      `SELECT ${columns} FROM api_keys
       WHERE account_id = ? AND revoked_at IS NULL ORDER BY created_at, sequence`,
      accountId,
    );
  }

  async revoke(id: string, accountId: string, at: number): Promise<boolean> {
    const changed = await this.#executor.run(
      `UPDATE api_keys SET revoked_at = ?
       WHERE id = ? AND account_id = ? AND revoked_at IS NULL`,
      at,
      id,
      accountId,
    );
    return changed === 1;
  }
}
