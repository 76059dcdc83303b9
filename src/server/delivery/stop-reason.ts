import type { ClaimedDelivery, StopReason } from '../store/store.ts';

/**
 * Why a delivery must not be attempted; `undefined` if it may be. Before each attempt it checks
 * the connection, the owner of the monitor and the permission of its team (docs/service.md §3.2).
 */
export function stopReason(delivery: ClaimedDelivery): StopReason | undefined {
  const { type, connection, owner, account_id, monitor_id, team_webhooks } = delivery;
  if (!connection) return 'connection_removed';
  if (type === 'webhook.test') return undefined;
  if (connection.status !== 'active') return 'connection_disabled';
  if (!owner) return 'monitor_deleted';
  if (connection.monitor_id !== null && connection.monitor_id !== monitor_id) return 'out_of_scope';
  if (owner.type === 'user') return owner.id === account_id ? undefined : 'monitor_not_owned';
  if (connection.monitor_id === null) return 'monitor_not_owned';
  return team_webhooks ? undefined : 'permission_withdrawn';
}
