import type { AccountRecord } from './accounts.ts';

export interface ApiKeyRecord {
  id: string;
  account_id: string;
  /** SHA-256 of the key, in hex. The key itself is never stored. */
  hash: string;
  name: string;
  created_at: number;
}

export interface KeyStore {
  /** Does nothing when the hash is already stored. */
  ensure(key: ApiKeyRecord): Promise<void>;
  /** Stores the key where there is none yet, not even a revoked one; whether it did. */
  ensureFirst(key: ApiKeyRecord): Promise<boolean>;
  /** Whose key it is; `undefined` for one that is unknown or revoked. */
  holder(hash: string): Promise<AccountRecord | undefined>;
  /** Those that were not revoked, oldest first. */
  list(accountId: string): Promise<ApiKeyRecord[]>;
  /** Whether the account had such a key and it was not revoked before. */
  revoke(id: string, accountId: string, at: number): Promise<boolean>;
}
