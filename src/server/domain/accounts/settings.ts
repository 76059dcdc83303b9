import { words } from '../../../contract/shared-fields.ts';
import type { Account, ApiKey, ConnectedAssistant } from '../../store/store.ts';
import { Refusal } from '../api-error.ts';
import type { Context } from '../context.ts';
import { keyRecord, newKey } from './api-key.ts';

/** A key's name, as its owner types it. */
const keyName = words(100, 'What the key is for');

/**
 * What only a human does, in a browser: no key and no token reaches these (service document, "Rules":
 * an authenticated helper cannot change billing).
 */
export interface Settings {
  keys(account: Account): Promise<ApiKey[]>;
  /**
   * The new key itself, which is shown this once.
   *
   * @throws {Refusal} `invalid_request` for a name that is empty or too long
   */
  makeKey(account: Account, name: string): Promise<string>;
  /** @throws {Refusal} `not_found` when the account has no such key */
  revokeKey(account: Account, keyId: string): Promise<void>;
  assistants(account: Account): Promise<ConnectedAssistant[]>;
  /** @throws {Refusal} `not_found` when the account has no such assistant */
  revokeAssistant(account: Account, grantId: string): Promise<void>;
  /** Switches the reference plan on or off. Nothing is ever charged. */
  setPlan(account: Account, plan: Account['plan']): Promise<void>;
}

export function createSettings({ store, clock }: Pick<Context, 'store' | 'clock'>): Settings {
  return {
    keys: ({ id }) => store.keys.list(id),

    async makeKey({ id }, text) {
      const name = text.trim();
      const [issue] = keyName.safeParse(name).error?.issues ?? [];
      if (issue) throw new Refusal('invalid_request', `The name ${issue.message}`);
      const key = newKey();
      await store.keys.ensure(keyRecord(key, id, name, clock.now()));
      return key;
    },

    async revokeKey({ id }, keyId) {
      if (await store.keys.revoke(keyId, id, clock.now())) return;
      throw new Refusal('not_found', 'There is no such key; it may be revoked already');
    },

    assistants: ({ id }) => store.oauth.connectedAssistants(id, clock.now()),

    async revokeAssistant({ id }, grantId) {
      const grant = await store.oauth.getGrant(grantId, clock.now());
      if (grant?.account_id !== id) {
        throw new Refusal('not_found', 'There is no such assistant; it may be revoked already');
      }
      await store.oauth.revokeGrant(grant.id);
    },

    setPlan: ({ id }, plan) => store.accounts.setPlan(id, plan),
  };
}
