import type { Database } from '../../../storage/database.ts';
import type { AccountRecord, ApiKeyRecord, KeyStore } from '../store.ts';

export class SqliteKeys implements KeyStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async ensure(key: ApiKeyRecord): Promise<void> {
    this.#ensure(key);
  }

  async ensureFirst(key: ApiKeyRecord): Promise<boolean> {
    return this.#database.transaction(() => {
      if (this.#database.get('SELECT 1 FROM api_keys LIMIT 1')) return false;
      this.#ensure(key);
      return true;
    });
  }

  #ensure({ id, account_id, hash, name, created_at }: ApiKeyRecord): void {
    this.#database.run(
      `INSERT INTO api_keys (id, account_id, hash, name, created_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (hash) DO NOTHING`,
      id,
      account_id,
      hash,
      name,
      created_at,
    );
  }

  async holder(hash: string): Promise<AccountRecord | undefined> {
    return this.#database.get<AccountRecord>(
      `SELECT accounts.id, accounts.name, plan, accounts.created_at
       FROM api_keys JOIN accounts ON accounts.id = account_id
       WHERE hash = ? AND revoked_at IS NULL`,
      hash,
    );
  }

  async list(accountId: string): Promise<ApiKeyRecord[]> {
    return this.#database.all<ApiKeyRecord>(
      `SELECT id, account_id, hash, name, created_at FROM api_keys
       WHERE account_id = ? AND revoked_at IS NULL ORDER BY created_at, rowid`,
      accountId,
    );
  }

  async revoke(id: string, accountId: string, at: number): Promise<boolean> {
    const changes = this.#database.run(
      `UPDATE api_keys SET revoked_at = ?
       WHERE id = ? AND account_id = ? AND revoked_at IS NULL`,
      at,
      id,
      accountId,
    );
    return changes === 1;
  }
}
