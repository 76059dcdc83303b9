import { randomUUID } from 'node:crypto';
import { type TraceContext, traceparentOf } from '../../node/trace-context.ts';
import type { AlertRecord, ChannelRecord, NewDelivery } from '../store/store.ts';
import { newsAlertPayload, webhookTestPayload } from './event.ts';

/**
 * The deliveries of an alert, one for each connection.
 *
 * @param trace what their attempts continue (default: none)
 */
export function alertDeliveries(
  alert: AlertRecord,
  connections: readonly ReceivingConnection[],
  trace?: TraceContext,
): NewDelivery[] {
  const { monitor_id, run_id, created_at } = alert;
  const shared = {
    type: 'news.alert',
    monitor_id,
    run_id,
    payload: newsAlertPayload(alert),
    traceparent: trace === undefined ? null : traceparentOf(trace),
  } as const;
  return connections.map((connection) => {
    const delivery = pendingDelivery(connection, created_at, shared);
    return connection.status === 'paused' ? { ...delivery, ...heldByPause } : delivery;
  });
}

/** What a delivery needs to know of its connection. */
type ReceivingConnection = Pick<ChannelRecord, 'id' | 'account_id' | 'status'>;

/** The event of a paused connection is saved and continues when the connection is active again. */
const heldByPause = {
  status: 'stopped',
  due_at: null,
  last_error: 'connection_paused',
  first_status: 'stopped',
  first_error: 'connection_paused',
} as const satisfies Partial<NewDelivery>;

/**
 * The delivery of a test event, which belongs to no run.
 *
 * @param trace what its attempts continue (default: none)
 */
export function testDelivery(
  connection: ChannelRecord,
  now: number,
  trace?: TraceContext,
): NewDelivery {
  return pendingDelivery(connection, now, {
    type: 'webhook.test',
    monitor_id: null,
    run_id: null,
    payload: webhookTestPayload(now),
    traceparent: trace === undefined ? null : traceparentOf(trace),
  });
}

function pendingDelivery(
  { id, account_id }: ReceivingConnection,
  now: number,
  shared: Pick<NewDelivery, 'type' | 'monitor_id' | 'run_id' | 'payload' | 'traceparent'>,
): NewDelivery {
  return {
    event_id: newEventId(now),
    type: shared.type,
    channel_id: id,
    account_id,
    monitor_id: shared.monitor_id,
    run_id: shared.run_id,
    created_at: now,
    status: 'pending',
    round: 0,
    attempts: 0,
    round_attempts: 0,
    due_at: now,
    last_attempt_at: null,
    last_status_code: null,
    last_error: null,
    settled_at: null,
    first_status: null,
    first_status_code: null,
    first_error: null,
    payload: shared.payload,
    traceparent: shared.traceparent,
  };
}

/**
 * Event ids sort by time, like UUIDv7 (RFC 9562 §5.7), so that indexes on them grow at the end,
 * here and at receivers.
 */
function newEventId(now: number): string {
  const random = randomUUID().replaceAll('-', '').slice(12);
  return `evt_${now.toString(16).padStart(12, '0')}${random}`;
}
