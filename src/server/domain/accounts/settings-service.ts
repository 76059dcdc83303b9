import { textField } from '../../../contract/shared-fields.ts';
import type { AccountRecord, ApiKeyRecord, ConnectedAssistant } from '../../store/store.ts';
import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import { apiKeyRecord, newApiKey } from './api-key.ts';

/** A key's name, as its owner types it. */
const keyName = textField(100, 'What the key is for');

/**
 * What only a human does, in a browser: no key and no token reaches these (service document, "Rules":
 * an authenticated helper cannot change billing).
 */
export interface SettingsService {
  keys(account: AccountRecord): Promise<ApiKeyRecord[]>;
  /**
   * The new key itself, which is shown this once.
   *
   * @throws {ApiError} `invalid_request` for a name that is empty or too long
   */
  makeKey(account: AccountRecord, name: string): Promise<string>;
  /** @throws {ApiError} `not_found` when the account has no such key */
  revokeKey(account: AccountRecord, keyId: string): Promise<void>;
  assistants(account: AccountRecord): Promise<ConnectedAssistant[]>;
  /** @throws {ApiError} `not_found` when the account has no such assistant */
  revokeAssistant(account: AccountRecord, grantId: string): Promise<void>;
  /** Switches the reference plan on or off. Nothing is ever charged. */
  setPlan(account: AccountRecord, plan: AccountRecord['plan']): Promise<void>;
}

export function createSettingsService({
  store,
  clock,
}: Pick<Context, 'store' | 'clock'>): SettingsService {
  return {
    keys: ({ id }) => store.keys.list(id),

    async makeKey({ id }, text) {
      const name = text.trim();
      const [issue] = keyName.safeParse(name).error?.issues ?? [];
      if (issue) throw new ApiError('invalid_request', `The name ${issue.message}`);
      const key = newApiKey();
      await store.keys.ensure(apiKeyRecord(key, id, name, clock.now()));
      return key;
    },

    async revokeKey({ id }, keyId) {
      if (await store.keys.revoke(keyId, id, clock.now())) return;
      throw new ApiError('not_found', 'There is no such key; it may be revoked already');
    },

    assistants: ({ id }) => store.oauth.connectedAssistants(id, clock.now()),

    async revokeAssistant({ id }, grantId) {
      const grant = await store.oauth.getGrant(grantId, clock.now());
      if (grant?.account_id !== id) {
        throw new ApiError('not_found', 'There is no such assistant; it may be revoked already');
      }
      await store.oauth.revokeGrant(grant.id);
    },

    setPlan: ({ id }, plan) => store.accounts.setPlan(id, plan),
  };
}
