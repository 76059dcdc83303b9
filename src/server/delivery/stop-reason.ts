import type { ClaimedDelivery } from '../store/store.ts';

/**
 * Why a delivery must not be attempted; `undefined` if it may be. Checked before each attempt
 * (docs/service.md §3.2): connection, ownership of the monitor, and permission of its team.
 */
export function stopReason(delivery: ClaimedDelivery): string | undefined {
  const { type, connection, owner, account_id, monitor_id, team_webhooks } = delivery;
  if (!connection) return 'connection_removed';
  if (type === 'webhook.test') return undefined;
  if (connection.status !== 'active') return 'connection_disabled';
  if (!owner) return 'monitor_removed';
  if (connection.monitor_id !== null && connection.monitor_id !== monitor_id) return 'out_of_scope';
  if (owner.type === 'user') return owner.id === account_id ? undefined : 'monitor_not_owned';
  if (connection.monitor_id === null) return 'monitor_not_owned';
  return team_webhooks ? undefined : 'permission_withdrawn';
}
