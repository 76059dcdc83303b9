import { expect, it } from 'vitest';
import { stopReason } from '../../../../src/server/delivery/stop-reason.ts';
import type { ClaimedDelivery } from '../../../../src/server/store/store.ts';
import { claimedDelivery, connectionRecord } from '../../../helpers/claimed-delivery.ts';

const disabled = connectionRecord({ status: 'disabled' });
const coveringMonitor = connectionRecord({ monitor_id: 'mon' });
const coveringOther = connectionRecord({ monitor_id: 'other' });
const ofOther = { owner_id: 'other', team_id: null };
const ofTeam = { owner_id: 'acc', team_id: 'desk' };
const ofOtherInTeam = { owner_id: 'other', team_id: 'desk' };

it.each<[string, Partial<ClaimedDelivery>, string | undefined]>([
  ['is made for a connection that covers all monitors', {}, undefined],
  ['is made for a connection that covers its monitor', { connection: coveringMonitor }, undefined],
  ['stops if its connection is removed', { connection: undefined }, 'connection_removed'],
  ['stops if its connection is disabled', { connection: disabled }, 'connection_disabled'],
  ['stops if the account of its connection has no plan', { has_plan: false }, 'plan_lapsed'],
  ['stops if its account is disabled', { is_disabled: true }, 'account_disabled'],
  [
    'stops if its connection is paused',
    { connection: connectionRecord({ status: 'paused' }) },
    'connection_paused',
  ],
  [
    'stops if its connection has ended',
    { connection: connectionRecord({ status: 'ended' }) },
    'monitor_deleted',
  ],
  ['stops if its monitor is removed', { monitor: undefined }, 'monitor_deleted'],
  ['stops if its connection covers another monitor', { connection: coveringOther }, 'out_of_scope'],
  ['stops if another user owns the monitor', { monitor: ofOther }, 'monitor_not_owned'],
  [
    'stops if another user owns the monitor that its connection covers',
    { monitor: ofOther, connection: coveringMonitor },
    'monitor_not_owned',
  ],
  [
    'is made for an own monitor in a team that permits it',
    { monitor: ofTeam, team_webhooks: true },
    undefined,
  ],
  [
    'stops for an own monitor without the permission of its team',
    { monitor: ofTeam },
    'permission_withdrawn',
  ],
  [
    'is made to a connection that covers the monitor of another member, if the team permits it',
    { monitor: ofOtherInTeam, team_webhooks: true, connection: coveringMonitor },
    undefined,
  ],
  [
    'stops for the monitor of another member without the permission of the team',
    { monitor: ofOtherInTeam, connection: coveringMonitor },
    'permission_withdrawn',
  ],
  [
    'stops for the monitor of another member if its connection covers all own monitors',
    { monitor: ofOtherInTeam, team_webhooks: true },
    'monitor_not_owned',
  ],
  [
    'stops for a team if its connection covers another monitor',
    { monitor: ofTeam, team_webhooks: true, connection: coveringOther },
    'out_of_scope',
  ],
  [
    'is made for a test to a connection of any status',
    { type: 'webhook.test', connection: disabled, monitor: undefined, monitor_id: null },
    undefined,
  ],
  [
    'stops for a test if the account of its connection has no plan',
    { type: 'webhook.test', has_plan: false },
    'plan_lapsed',
  ],
  [
    'stops for a test if its connection is removed',
    { type: 'webhook.test', connection: undefined },
    'connection_removed',
  ],
])('docs/receiver-cases.md, case 19: a delivery %s', (_, changes, reason) => {
  expect(stopReason(claimedDelivery(changes))).toBe(reason);
});
