import type { ChannelRecord, ClaimedDelivery } from '../../src/server/store/store.ts';

/** A connection of the account `acc` that covers all its monitors. */
export function connectionRecord(changes: Partial<ChannelRecord> = {}): ChannelRecord {
  return {
    id: 'chan_1',
    account_id: 'acc',
    platform: 'webhook',
    webhook_url: 'https://hooks.example.com/',
    monitor_id: null,
    name: null,
    status: 'active',
    status_reason: null,
    signing_secret: 'whsec_0123456789',
    previous_secret: null,
    previous_secret_expires_at: null,
    created_at: 0,
    ...changes,
  };
}

/** An alert of the account's monitor `mon`, claimed for its first attempt. */
export function claimedDelivery(changes: Partial<ClaimedDelivery> = {}): ClaimedDelivery {
  return {
    event_id: 'evt_1',
    type: 'news.alert',
    channel_id: 'chan_1',
    account_id: 'acc',
    monitor_id: 'mon',
    payload: '{}',
    traceparent: null,
    status: 'pending',
    last_status_code: null,
    last_error: null,
    round: 1,
    attempts: 1,
    round_attempts: 1,
    lease_token: 'lease_1',
    connection: connectionRecord(),
    has_plan: true,
    is_disabled: false,
    monitor: { owner_id: 'acc', team_id: null },
    team_webhooks: false,
    ...changes,
  };
}
