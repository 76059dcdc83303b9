import type { Channel } from '../../../contract/channel.ts';
import type { AccountRecord } from '../../store/store.ts';
import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import { channelResponse } from '../delivery/delivery-response.ts';
import { eventSettings } from '../delivery/event-settings.ts';
import { latestRuns } from '../monitors/latest-runs.ts';
import { apiKeyRecord, newApiKey } from './api-key.ts';
import { checkedName } from './checked-name.ts';
import { accountLimits } from './limits.ts';
import { teamSettings } from './team-settings.ts';

/**
 * The actions of the settings page. API keys and access tokens give no access to them, because
 * helpers must not change billing (docs/service.md §1.3).
 */
export type SettingsService = ReturnType<typeof createSettingsService>;

export function createSettingsService(
  context: Pick<Context, 'store' | 'clock' | 'dispatcher' | 'metrics' | 'pricingUrl'>,
) {
  const { store, clock, metrics } = context;
  return {
    ...eventSettings(context),
    ...teamSettings(context),

    /** See {@link latestRuns}. */
    latestRuns: (account: AccountRecord, monitorIds: readonly string[]) =>
      latestRuns(context, account, monitorIds),

    keys: ({ id }: AccountRecord) => store.keys.list(id),

    /**
     * @returns the new API key, which cannot be shown again
     * @throws {ApiError} `invalid_request` if the name is empty or too long, or the account has
     *   `maxKeys` keys
     */
    async makeKey({ id }: AccountRecord, text: string): Promise<string> {
      const name = checkedName(text, (message) => new ApiError('invalid_request', message));
      const key = newApiKey();
      const { maxKeys } = accountLimits;
      if (await store.keys.create(apiKeyRecord(key, id, name, clock.now()), maxKeys)) return key;
      metrics.count('newswatch_quota_exceeded_total', { quota: 'keys' });
      throw new ApiError('invalid_request', `there are already ${maxKeys} keys; revoke one first`);
    },

    /** @throws {ApiError} `not_found` if the account has no such key */
    async revokeKey({ id }: AccountRecord, keyId: string): Promise<void> {
      if (await store.keys.revoke(keyId, id, clock.now())) return;
      throw new ApiError('not_found', 'there is no such key; it may already be revoked');
    },

    assistants: ({ id }: AccountRecord) => store.oauth.connectedAssistants(id, clock.now()),

    /** @throws {ApiError} `not_found` if the account has no such assistant */
    async revokeAssistant({ id }: AccountRecord, grantId: string): Promise<void> {
      const grant = await store.oauth.getGrant(grantId, clock.now());
      if (grant?.account_id !== id) {
        throw new ApiError('not_found', 'there is no such assistant; it may already be revoked');
      }
      await store.oauth.revokeGrant(grant.id);
    },

    /** The titles of the monitors that the account sees, for accounts without a plan too. */
    async monitorTitles({ id }: AccountRecord): Promise<{ id: string; title: string }[]> {
      return store.monitors.list(await store.accounts.viewer(id));
    },

    /** The connections, for accounts without a plan too. */
    async connections({ id }: AccountRecord): Promise<Channel[]> {
      const channels = await store.channels.list(id);
      const notCovered = await store.channels.notCovered(id);
      return channels.map((channel) => channelResponse(channel, clock.now(), notCovered));
    },

    /**
     * Switches the plan on or off. Nothing is ever charged.
     *
     * @throws {ApiError} `forbidden` if the operator manages the plan
     */
    async setPlan({ id }: AccountRecord, plan: 'active' | 'none'): Promise<void> {
      if (await store.accounts.switchPlan(id, plan)) return;
      throw new ApiError('forbidden', 'only the operator of this server can change your plan');
    },
  };
}
