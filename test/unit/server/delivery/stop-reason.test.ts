import { expect, it } from 'vitest';
import { stopReason } from '../../../../src/server/delivery/stop-reason.ts';
import type { ClaimedDelivery } from '../../../../src/server/store/store.ts';
import { claimedDelivery, connectionRecord } from '../../../helpers/claimed-delivery.ts';

const disabled = connectionRecord({ status: 'disabled' });
const coveringMonitor = connectionRecord({ monitor_id: 'mon' });
const coveringOther = connectionRecord({ monitor_id: 'other' });
const team = { type: 'team', id: 'desk' } as const;
const permitted = { owner: team, team_webhooks: true };

it.each<[string, Partial<ClaimedDelivery>, string | undefined]>([
  ['is made for a connection that covers all monitors', {}, undefined],
  ['is made for a connection that covers its monitor', { connection: coveringMonitor }, undefined],
  ['stops if its connection is removed', { connection: undefined }, 'connection_removed'],
  ['stops if its connection is disabled', { connection: disabled }, 'connection_disabled'],
  ['stops if its monitor is removed', { owner: undefined }, 'monitor_deleted'],
  ['stops if its connection covers another monitor', { connection: coveringOther }, 'out_of_scope'],
  [
    'stops if another user owns the monitor',
    { owner: { type: 'user', id: 'other' } },
    'monitor_not_owned',
  ],
  [
    'stops if another user owns the monitor that its connection covers',
    { owner: { type: 'user', id: 'other' }, connection: coveringMonitor },
    'monitor_not_owned',
  ],
  ['is made for a team that permits it', { ...permitted, connection: coveringMonitor }, undefined],
  [
    'stops without the permission of the team',
    { owner: team, connection: coveringMonitor },
    'permission_withdrawn',
  ],
  [
    'stops for a team if its connection covers all monitors of the user',
    { ...permitted, connection: connectionRecord() },
    'monitor_not_owned',
  ],
  [
    'stops for a team if its connection covers another monitor',
    { ...permitted, connection: coveringOther },
    'out_of_scope',
  ],
  [
    'is made for a test to a connection of any status',
    { type: 'webhook.test', connection: disabled, owner: undefined, monitor_id: null },
    undefined,
  ],
  [
    'stops for a test if its connection is removed',
    { type: 'webhook.test', connection: undefined },
    'connection_removed',
  ],
])('docs/receiver-cases.md, case 19: a delivery %s', (_, changes, reason) => {
  expect(stopReason(claimedDelivery(changes))).toBe(reason);
});
