import type { AccountRecord } from './accounts.ts';

export interface ApiKeyRecord {
  id: string;
  account_id: string;
  /** SHA-256 of the key in hex. The key itself is never stored. */
  hash: string;
  name: string;
  created_at: number;
}

export interface KeyStore {
  /** Stores the key unless its hash is already stored. */
  ensure(key: ApiKeyRecord): Promise<void>;
  /** Stores the key if there is no key at all, not even a revoked one. Returns whether it did. */
  ensureFirst(key: ApiKeyRecord): Promise<boolean>;
  /** The account of a key; `undefined` if the key is unknown or revoked. */
  holder(hash: string): Promise<AccountRecord | undefined>;
  /** The keys that are not revoked, oldest first. */
  list(accountId: string): Promise<ApiKeyRecord[]>;
  /** Returns whether the account had the key and it was not revoked before. */
  revoke(id: string, accountId: string, at: number): Promise<boolean>;
}
