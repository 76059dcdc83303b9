import type { AccountRecord, ApiKeyRecord, KeyStore } from '../store.ts';
import type { Executor, PostgresDatabase } from './database.ts';
import { lockFirsts } from './locks.ts';

export class PostgresKeys implements KeyStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  ensure(key: ApiKeyRecord): Promise<void> {
    return ensure(this.#database, key);
  }

  ensureFirst(key: ApiKeyRecord): Promise<boolean> {
    return this.#database.transaction(async (executor) => {
      await lockFirsts(executor);
      if (await executor.get('SELECT 1 FROM api_keys LIMIT 1')) return false;
      await ensure(executor, key);
      return true;
    });
  }

  holder(hash: string): Promise<AccountRecord | undefined> {
    return this.#database.get<AccountRecord>(
      `SELECT accounts.id, accounts.name, plan, accounts.created_at
       FROM api_keys JOIN accounts ON accounts.id = account_id
       WHERE hash = $1 AND revoked_at IS NULL`,
      hash,
    );
  }

  list(accountId: string): Promise<ApiKeyRecord[]> {
    return this.#database.all<ApiKeyRecord>(
      `SELECT id, account_id, hash, name, created_at FROM api_keys
       WHERE account_id = $1 AND revoked_at IS NULL ORDER BY created_at, sequence`,
      accountId,
    );
  }

  async revoke(id: string, accountId: string, at: number): Promise<boolean> {
    const changes = await this.#database.run(
      `UPDATE api_keys SET revoked_at = $1
       WHERE id = $2 AND account_id = $3 AND revoked_at IS NULL`,
      at,
      id,
      accountId,
    );
    return changes === 1;
  }
}

async function ensure(
  executor: Executor,
  { id, account_id, hash, name, created_at }: ApiKeyRecord,
): Promise<void> {
  await executor.run(
    `INSERT INTO api_keys (id, account_id, hash, name, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (hash) DO NOTHING`,
    id,
    account_id,
    hash,
    name,
    created_at,
  );
}
