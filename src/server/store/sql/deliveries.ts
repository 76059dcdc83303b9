import type { Dialect } from './dialect.ts';
import { raw, type Sql, sql } from './sql.ts';

/** The rounds and attempts of a delivery so far. */
export interface AttemptCounts {
  /** Number of rounds that have started. */
  round: number;
  /** Attempts in all rounds. */
  attempts: number;
  /** Attempts in the current round. */
  round_attempts: number;
}

/** Why a delivery was stopped: its `last_error`. */
export type StopReason =
  | 'account_disabled'
  | 'connection_removed'
  | 'connection_disabled'
  | 'connection_paused'
  | 'monitor_deleted'
  | 'monitor_not_owned'
  | 'out_of_scope'
  | 'permission_withdrawn'
  | 'plan_lapsed';

/** The state of a delivery. */
export interface DeliveryProgress extends AttemptCounts {
  status: 'pending' | 'retrying' | 'delivered' | 'failed' | 'exhausted' | 'stopped';
  /** When the next attempt is due; `null` once the status is final. */
  due_at: number | null;
  last_status_code: number | null;
  last_error: string | null;
  /** When an attempt made the status final; otherwise `null`. */
  settled_at: number | null;
}

/** One event for one connection. */
export interface DeliveryRecord extends DeliveryProgress {
  event_id: string;
  type: 'news.alert' | 'webhook.test';
  channel_id: string;
  account_id: string;
  /** `null` for a `webhook.test` event. */
  monitor_id: string | null;
  run_id: string | null;
  created_at: number;
  last_attempt_at: number | null;
  /** The status after the first attempt, or if it was stopped before; until then `null`. */
  first_status: DeliveryProgress['status'] | null;
  /** The status code of the response to the first attempt. */
  first_status_code: number | null;
  /** The error of the first attempt. */
  first_error: string | null;
}

/** A delivery with its payload, stored before the first attempt. */
export interface NewDelivery extends DeliveryRecord {
  /** JSON of the event without its id, so that all events of a run can share it. */
  payload: string;
  /** The trace that led to it, if any: a `traceparent`. */
  traceparent: string | null;
}

/** The columns of {@link DeliveryProgress}. */
export const progressColumns = [
  'status',
  'round',
  'attempts',
  'round_attempts',
  'due_at',
  'last_status_code',
  'last_error',
  'settled_at',
] as const satisfies (keyof DeliveryProgress)[];

const columns = [
  'event_id',
  'type',
  'channel_id',
  'account_id',
  'monitor_id',
  'run_id',
  'created_at',
  'last_attempt_at',
  'first_status',
  'first_status_code',
  'first_error',
  ...progressColumns,
] as const satisfies (keyof DeliveryRecord)[];

const insertedColumns = [...columns, 'payload_id', 'partition_time'] as const;

/** The columns of a {@link DeliveryRecord}; its payload is in a separate table. */
export const deliveryColumns = raw(columns.join(', '));

/** `partition_time` of a delivery that waits, is in flight or is held by a pause. */
export const live = -1;

/** The condition for it. */
export const isLiveRow = raw('partition_time < 0');

/** The condition for the other deliveries. */
export const isFinalRow = raw('partition_time >= 0');

/**
 * The conditions for the two parts of the table. SQLite has indexes of each part: a query must name the
 * part, or it reads the whole table.
 */
export const deliveryParts = [isLiveRow, isFinalRow] as const;

/** The conditions for the parts with the deliveries of a status. Stopped ones are in both: a pause holds some. */
export function partsOf(status: DeliveryProgress['status']): readonly Sql[] {
  if (status === 'stopped') return deliveryParts;
  return [status === 'pending' || status === 'retrying' ? isLiveRow : isFinalRow];
}

function isLive({ due_at, status, last_error }: NewDelivery): boolean {
  return due_at !== null || (status === 'stopped' && last_error === 'connection_paused');
}

/** `partition_time` of a delivery that is not in flight, from SQL for its columns. */
export function partitionTime(due_at: string, status: string, last_error: string): string {
  return `CASE WHEN ${due_at} IS NOT NULL
      OR ${status} = 'stopped' AND coalesce(${last_error}, '') = 'connection_paused'
    THEN ${live} ELSE deliveries.created_at END`;
}

/**
 * Inserts the deliveries of a run, or one that belongs to none, in order. Equal payloads are stored once,
 * under the first event id.
 */
export function insertDeliveries(dialect: Dialect, deliveries: readonly NewDelivery[]): Sql[] {
  const ids = new Map<string, string>();
  const payloads: NewDelivery[] = [];
  const records = deliveries.map((delivery) => {
    const payload_id = ids.get(delivery.payload) ?? delivery.event_id;
    if (payload_id === delivery.event_id) payloads.push(delivery);
    ids.set(delivery.payload, payload_id);
    const partition_time = isLive(delivery) ? live : delivery.created_at;
    return { ...delivery, payload_id, partition_time };
  });
  return [
    ...payloads.map(
      ({ event_id, run_id, payload, traceparent }) =>
        sql`INSERT INTO payloads (id, run_id, payload, traceparent)
          VALUES (${event_id}, ${run_id}, ${payload}, ${traceparent})`,
    ),
    ...dialect.forRecords({
      table: 'deliveries',
      columns: insertedColumns,
      records,
      statement: ({ source }) =>
        sql`INSERT INTO deliveries (${raw(insertedColumns.join(', '))}) ${source}`,
    }),
  ];
}

/** Deletes the payloads that meet the condition and have no delivery left. */
export function deletePayloads(isCandidate: Sql): Sql {
  return sql`DELETE FROM payloads WHERE ${isCandidate}
    AND NOT EXISTS (SELECT 1 FROM deliveries WHERE payload_id = payloads.id)`;
}
