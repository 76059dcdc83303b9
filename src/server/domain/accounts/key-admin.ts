import type { AccountRecord, ListedApiKey } from '../../store/store.ts';
import { toTimestamp, toTimestampOrNull } from '../../timestamp.ts';
import type { AdminContext } from './account-admin.ts';
import { conflict, disabledAccount, invalid, unknownId } from './admin-error.ts';
import { apiKeyRecord, newApiKey } from './api-key.ts';
import { checkedName } from './checked-name.ts';
import { accountLimits } from './limits.ts';

/** An API key as the operator sees it. */
export interface AdminKey {
  /** The id to revoke it by. */
  id: string;
  /** The account that it acts as. */
  account_id: string;
  /** The purpose of the key, for people. */
  name: string;
  /** The first and last characters of the key: `nw_Ab…9xYz`. */
  masked: string;
  /** RFC 3339 in UTC, like all times. */
  created_at: string;
  /** Exact to a minute; `null` if it was never used. */
  last_used_at: string | null;
}

/** A new key. */
export interface NewAdminKey extends AdminKey {
  /** The key itself. It cannot be shown again. */
  api_key: string;
}

/** The operator's actions on API keys. */
export function keyAdmin({ store, now }: AdminContext) {
  const { keys, accounts } = store;

  async function getAccount(id: string): Promise<AccountRecord> {
    const account = await accounts.get(id);
    if (!account) throw unknownId('account', id);
    return account;
  }

  return {
    /** The keys of an account that are not revoked, oldest first. */
    async list(accountId: string): Promise<AdminKey[]> {
      await getAccount(accountId);
      return (await keys.list(accountId)).map(toAdminKey);
    },

    /**
     * @throws {AdminError} `invalid` if the name is empty or too long, `conflict` if the account is
     *   disabled or has as many keys as it may have
     */
    async create(accountId: string, name: string): Promise<NewAdminKey> {
      const { disabled_at } = await getAccount(accountId);
      if (disabled_at !== null) throw disabledAccount(accountId);
      const api_key = newApiKey();
      const record = apiKeyRecord(api_key, accountId, checkedName(name, invalid), now());
      const { maxKeys } = accountLimits;
      if (await keys.create(record, maxKeys)) {
        return { ...toAdminKey({ ...record, last_used_at: null }), api_key };
      }
      throw conflict('too_many_keys', `there are already ${maxKeys} keys; revoke one first`);
    },

    /** Revokes a key. Requests with it are rejected from now on. */
    async revoke(id: string): Promise<void> {
      const accountId = await keys.accountOf(id);
      if (accountId === undefined || !(await keys.revoke(id, accountId, now()))) {
        throw unknownId('key', id);
      }
    },
  };
}

function toAdminKey(key: ListedApiKey): AdminKey {
  const { id, account_id, name, masked, created_at, last_used_at } = key;
  return {
    id,
    account_id,
    name,
    masked,
    created_at: toTimestamp(created_at),
    last_used_at: toTimestampOrNull(last_used_at),
  };
}
