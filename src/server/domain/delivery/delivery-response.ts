import type { Channel } from '../../../contract/channel.ts';
import type { WebhookDelivery } from '../../../contract/webhook-delivery.ts';
import { rotationEnd } from '../../delivery/signing-secrets.ts';
import type { ChannelRecord, DeliveryRecord } from '../../store/store.ts';
import { toTimestamp, toTimestampOrNull } from '../../timestamp.ts';

/**
 * A connection as responses show it, without the signing secret.
 *
 * @param notCovered may include monitors of other connections
 */
export function channelResponse(
  connection: ChannelRecord,
  now: number,
  notCovered: readonly { channel_id: string; monitor_id: string }[],
): Channel {
  const { id, platform, webhook_url, monitor_id, name, status, status_reason } = connection;
  return {
    id,
    platform,
    webhook_url,
    monitor_id,
    name,
    status,
    status_reason,
    previous_secret_expires_at: toTimestampOrNull(rotationEnd(connection, now)),
    created_at: toTimestamp(connection.created_at),
    not_covered: notCovered
      .filter(({ channel_id }) => channel_id === id)
      .map((each) => ({ monitor_id: each.monitor_id, reason: 'permission_missing' })),
  };
}

export function deliveryResponse(delivery: DeliveryRecord): WebhookDelivery {
  return {
    event_id: delivery.event_id,
    type: delivery.type,
    channel_id: delivery.channel_id,
    monitor_id: delivery.monitor_id,
    run_id: delivery.run_id,
    status: delivery.status,
    round: delivery.round,
    attempts: delivery.attempts,
    created_at: toTimestamp(delivery.created_at),
    last_attempt_at: toTimestampOrNull(delivery.last_attempt_at),
    next_attempt_at: toTimestampOrNull(delivery.due_at),
    last_status_code: delivery.last_status_code,
    last_error: delivery.last_error,
  };
}
