import { type AccountRecord, accountColumns } from './account-store.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

export interface ApiKeyRecord {
  id: string;
  account_id: string;
  /** SHA-256 of the key in hex. The key itself is never stored. */
  hash: string;
  /** Its first and last characters, by which people recognize it: `nw_Ab…9xYz`. */
  masked: string;
  name: string;
  created_at: number;
}

/** A key with the time of its last use. */
export interface ListedApiKey extends ApiKeyRecord {
  /** Exact to a minute; `null` if it was never used. */
  last_used_at: number | null;
}

export interface KeyUse {
  /** The hash of the key. */
  hash: string;
  used_at: number;
}

const columns = raw('id, account_id, hash, masked, name, created_at');

export function keyStore(db: SqlExecutor) {
  return {
    /** Stores the key unless its hash is already stored. */
    async ensure(key: ApiKeyRecord): Promise<void> {
      await db.write(insertKey(key));
    },

    /** Stores the key. Returns `false` if the account has `maxKeys` that are not revoked. */
    async create(
      { id, account_id, hash, masked, name, created_at }: ApiKeyRecord,
      maxKeys: number,
    ): Promise<boolean> {
      const rows = await db.write(
        ...db.dialect.lockTable('api_keys'),
        sql`INSERT INTO api_keys (${columns})
          SELECT ${id}, ${account_id}, ${hash}, ${masked}, ${name}, ${created_at}
          WHERE ${maxKeys} > (
            SELECT COUNT(*) FROM api_keys WHERE account_id = ${account_id} AND revoked_at IS NULL
          ) RETURNING id`,
      );
      return rows.length === 1;
    },

    /** Stores the key if no key was ever stored. Returns whether it was stored. */
    async ensureFirst(key: ApiKeyRecord): Promise<boolean> {
      const { id, account_id, hash, masked, name, created_at } = key;
      const rows = await db.write(
        ...db.dialect.lockTable('api_keys'),
        sql`INSERT INTO api_keys (${columns})
          SELECT ${id}, ${account_id}, ${hash}, ${masked}, ${name}, ${created_at}
          WHERE NOT EXISTS (SELECT 1 FROM api_keys) RETURNING id`,
      );
      return rows.length === 1;
    },

    /** Finds the account of a key; `undefined` if the key is unknown or revoked, or the account is disabled. */
    holder: (hash: string) =>
      db.get<AccountRecord>(
        sql`SELECT ${accountColumns} FROM accounts WHERE disabled_at IS NULL AND id = (
            SELECT account_id FROM api_keys WHERE hash = ${hash} AND revoked_at IS NULL
          )`,
      ),

    /** The keys that are not revoked, oldest first. */
    list: (accountId: string) =>
      db.all<ListedApiKey>(
        sql`SELECT ${columns}, last_used_at FROM api_keys
          WHERE account_id = ${accountId} AND revoked_at IS NULL ORDER BY created_at, sequence`,
      ),

    /** Stores when keys were last used. */
    async setLastUsed(uses: readonly KeyUse[]): Promise<void> {
      await db.write(
        ...db.dialect.forRecords({
          table: 'api_keys',
          columns: ['hash', 'last_used_at'],
          records: uses.map(({ hash, used_at }) => ({ hash, last_used_at: used_at })),
          statement: ({ rows }) => sql`UPDATE api_keys SET last_used_at = input.last_used_at
            FROM ${rows} AS input WHERE api_keys.hash = input.hash`,
        }),
      );
    },

    /** The account of a key that is not revoked; `undefined` if there is no such key. */
    async accountOf(id: string): Promise<string | undefined> {
      const row = await db.get<{ account_id: string }>(
        sql`SELECT account_id FROM api_keys WHERE id = ${id} AND revoked_at IS NULL`,
      );
      return row?.account_id;
    },

    /** Returns `false` if the account has no such key or it is already revoked. */
    async revoke(id: string, accountId: string, now: number): Promise<boolean> {
      const rows = await db.write(
        sql`UPDATE api_keys SET revoked_at = ${now}
          WHERE id = ${id} AND account_id = ${accountId} AND revoked_at IS NULL RETURNING id`,
      );
      return rows.length === 1;
    },
  };
}

/** Inserts the key unless its hash is already stored. */
export function insertKey({ id, account_id, hash, masked, name, created_at }: ApiKeyRecord): Sql {
  return sql`INSERT INTO api_keys (${columns})
    VALUES (${id}, ${account_id}, ${hash}, ${masked}, ${name}, ${created_at})
    ON CONFLICT (hash) DO NOTHING`;
}
