import type { DeliveryRecord, NewDelivery } from '../store.ts';
import type { Dialect } from './dialect.ts';
import { insert } from './insert.ts';
import type { Statement } from './sql.ts';

/** A delivery's columns; its payload is in a table of its own. */
export const deliveryColumns = [
  'event_id',
  'type',
  'channel_id',
  'account_id',
  'monitor_id',
  'run_id',
  'created_at',
  'status',
  'round',
  'attempts',
  'round_attempts',
  'due_at',
  'last_attempt_at',
  'last_status_code',
  'last_error',
] as const satisfies (keyof DeliveryRecord)[];

/** Inserts the deliveries in their order. Equal payloads are stored once, under the first event's id. */
export function insertDeliveries(
  dialect: Dialect,
  deliveries: readonly NewDelivery[],
): readonly Statement[] {
  const ids = new Map<string, string>();
  const rows = deliveries.map((delivery) => {
    const payload_id = ids.get(delivery.payload) ?? delivery.event_id;
    ids.set(delivery.payload, payload_id);
    return { ...delivery, payload_id };
  });
  const payloads = [...ids].map(([payload, id]) => ({ id, payload }));
  return [
    ...insert(dialect, { table: 'payloads', columns: ['id', 'payload'], records: payloads }),
    ...insert(dialect, {
      table: 'deliveries',
      columns: [...deliveryColumns, 'payload_id'],
      records: rows,
    }),
  ];
}
