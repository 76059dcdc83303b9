import type { ClaimedDelivery } from '../store/store.ts';

/**
 * Why an event must not be sent any more, as things stand now; `undefined` when it may be. Looked
 * at before each attempt (service document, "States and transitions": connection, monitor ownership
 * and team permission).
 */
export function stopReason(delivery: ClaimedDelivery): string | undefined {
  const { type, channel, owner, account_id, monitor_id, team_webhooks } = delivery;
  if (!channel) return 'connection_removed';
  if (type === 'webhook.test') return undefined;
  if (channel.status !== 'active') return 'connection_disabled';
  if (!owner) return 'monitor_removed';
  if (channel.monitor_id !== null && channel.monitor_id !== monitor_id) return 'out_of_scope';
  if (owner.type === 'user') return owner.id === account_id ? undefined : 'monitor_not_owned';
  if (channel.monitor_id === null) return 'monitor_not_owned';
  return team_webhooks ? undefined : 'permission_withdrawn';
}
