import { expect, it } from 'vitest';
import { stopReason } from '../../../../src/server/delivery/stop-reason.ts';
import type { ClaimedDelivery } from '../../../../src/server/store/store.ts';

type Situation = Partial<Pick<ClaimedDelivery, 'type' | 'owner' | 'team_webhooks'>> & {
  status?: 'active' | 'disabled';
  scope?: string | null;
  removed?: boolean;
};

/** An event of the monitor `m` for a connection of the account `a`, which may be sent as it is. */
function delivery({ status = 'active', scope = 'm', removed, ...changes }: Situation) {
  return {
    event_id: 'e',
    type: 'news.alert',
    channel_id: 'c',
    account_id: 'a',
    monitor_id: 'm',
    payload: '{}',
    round: 1,
    attempts: 1,
    round_attempts: 1,
    lease_token: 't',
    owner: { type: 'user', id: 'a' },
    team_webhooks: false,
    ...changes,
    channel: removed
      ? undefined
      : {
          id: 'c',
          account_id: 'a',
          platform: 'webhook',
          webhook_url: 'https://hooks.example.com/',
          monitor_id: scope,
          name: null,
          status,
          signing_secret: 's',
          created_at: 0,
        },
  } satisfies ClaimedDelivery;
}

const team = { type: 'team', id: 'desk' } as const;

it.each<[string, Situation, string | undefined]>([
  ['may be sent', {}, undefined],
  ['may be sent to a connection that covers all', { scope: null }, undefined],
  ['stops with its connection', { removed: true }, 'connection_removed'],
  ['stops while its connection is disabled', { status: 'disabled' }, 'connection_disabled'],
  ['stops with its monitor', { owner: undefined }, 'monitor_removed'],
  ['stops when the scope is another monitor', { scope: 'other' }, 'out_of_scope'],
  [
    'stops when the monitor is given away',
    { owner: { type: 'user', id: 'b' } },
    'monitor_not_owned',
  ],
  ['may be sent for a team that permits it', { owner: team, team_webhooks: true }, undefined],
  ['stops when the team’s permission is taken', { owner: team }, 'permission_withdrawn'],
  [
    'stops for a team where the connection covers what the user owns',
    { owner: team, team_webhooks: true, scope: null },
    'monitor_not_owned',
  ],
  [
    'is a test, which only needs its connection',
    { type: 'webhook.test', status: 'disabled', owner: undefined },
    undefined,
  ],
])('case 19: an event %s', (_, situation, reason) => {
  expect(stopReason(delivery(situation))).toBe(reason);
});
