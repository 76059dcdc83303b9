import type { ChannelRecord, ClaimedDelivery, StopReason } from '../store/store.ts';

/** What decides whether a delivery may be attempted. */
type DeliveryConditions = Pick<
  ClaimedDelivery,
  'type' | 'has_plan' | 'is_disabled' | 'account_id' | 'monitor' | 'monitor_id' | 'team_webhooks'
> & { connection: Pick<ChannelRecord, 'status' | 'monitor_id'> | undefined };

/**
 * Why a delivery must not be attempted; `undefined` if it may be. Before each attempt it checks the
 * connection, its account and plan, the owner of the monitor and the permission of its team
 * (docs/service.md §3.2).
 */
export function stopReason(delivery: DeliveryConditions): StopReason | undefined {
  const {
    type,
    connection,
    has_plan,
    is_disabled,
    account_id,
    monitor,
    monitor_id,
    team_webhooks,
  } = delivery;
  if (!connection) return 'connection_removed';
  if (is_disabled) return 'account_disabled';
  if (!has_plan) return 'plan_lapsed';
  if (type === 'webhook.test') return undefined;
  if (connection.status !== 'active') return reasonOfStatus[connection.status];
  if (!monitor) return 'monitor_deleted';
  if (connection.monitor_id !== null && connection.monitor_id !== monitor_id) return 'out_of_scope';
  const isOwner = monitor.owner_id === account_id;
  if (!isOwner && (connection.monitor_id === null || monitor.team_id === null)) {
    return 'monitor_not_owned';
  }
  return monitor.team_id === null || team_webhooks ? undefined : 'permission_withdrawn';
}

const reasonOfStatus = {
  paused: 'connection_paused',
  disabled: 'connection_disabled',
  ended: 'monitor_deleted',
} as const;
