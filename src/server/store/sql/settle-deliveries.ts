import { type AttemptRecord, logEntry } from './attempt-log.ts';
import { type DeliveryProgress, isLiveRow, partitionTime, progressColumns } from './deliveries.ts';
import type { Dialect } from './dialect.ts';
import { raw, type Sql, sql } from './sql.ts';
import { resumeSettled } from './stop-queued.ts';

/** The outcome of an attempt. It is only stored if the delivery still has this lease. */
export interface DeliverySettlement {
  event_id: string;
  lease_token: string;
  progress: DeliveryProgress;
  /** The attempt, unless none was made. */
  attempt?: AttemptRecord | undefined;
  /** The delivery was not attempted, and is due again. */
  isUnsent?: boolean;
  /** The trace of the attempt, for the log. */
  trace_id?: string | undefined;
}

/** Stores the outcomes of attempts. Ignores those whose lease was lost. */
export function settleDeliveries(
  dialect: Dialect,
  settlements: readonly DeliverySettlement[],
): Sql[] {
  const statements = dialect.forRecords({
    table: 'deliveries',
    columns: ['event_id', 'lease_token', 'attempt_log', ...progressColumns],
    records: settlements.map(({ progress, event_id, lease_token, attempt }) => ({
      ...progress,
      event_id,
      lease_token,
      attempt_log: logEntry(attempt),
    })),
    statement: ({ value, has, from }) =>
      dialect.endingLeases(
        sql`UPDATE deliveries SET ${raw(settledColumns(value))}, lease_token = NULL, lease_until = NULL
          ${from}
          WHERE ${has('event_id')}
            AND deliveries.lease_token = ${raw(value('lease_token'))} AND deliveries.${isLiveRow}`,
      ),
  });
  const paused = settlements.filter(({ progress }) => progress.last_error === 'connection_paused');
  return paused.length === 0 ? statements : settleHeld(dialect, paused, statements);
}

type SettledColumn = 'attempt_log' | (typeof progressColumns)[number];

/** Assignments of the settled values. */
function settledColumns(value: (column: SettledColumn) => string): string {
  const settled = (name: (typeof progressColumns)[number]) => settledValue(name, value);
  const status = value('status');
  return [
    ...progressColumns.map((name) => `${name} = ${settled(name)}`),
    // The outcome of the first attempt stays. A delivery that is given back has not had one.
    `first_status = coalesce(deliveries.first_status, nullif(${status}, 'pending'))`,
    `first_status_code = CASE WHEN deliveries.first_status IS NULL
      THEN ${value('last_status_code')} ELSE deliveries.first_status_code END`,
    `first_error = CASE WHEN deliveries.first_status IS NULL
      THEN ${value('last_error')} ELSE deliveries.first_error END`,
    `partition_time = ${partitionTime(settled('due_at'), settled('status'), settled('last_error'))}`,
    `attempt_log = deliveries.attempt_log || ${value('attempt_log')}`,
  ].join(', ');
}

/**
 * The settled value of a column. A delivery that was stopped during its attempt is not retried, and
 * keeps its reason, which is newer than what the claim has seen.
 */
function settledValue(
  name: (typeof progressColumns)[number],
  value: (column: SettledColumn) => string,
): string {
  if (name !== 'status' && name !== 'due_at' && name !== 'last_error') return value(name);
  return `CASE WHEN deliveries.status = 'stopped'
      AND ${value('status')} IN ('pending', 'retrying', 'stopped')
    THEN deliveries.${name} ELSE ${value(name)} END`;
}

/**
 * Adds statements for deliveries of paused connections. Each connection is locked, so that it either is
 * resumed later, which makes the delivery due, or is seen to be active here.
 */
function settleHeld(
  dialect: Dialect,
  paused: readonly DeliverySettlement[],
  statements: readonly Sql[],
): Sql[] {
  const isSettled = dialect.isIn(
    'event_id',
    paused.map(({ event_id }) => event_id),
  );
  return [
    sql`SELECT id FROM channels
      WHERE id IN (SELECT channel_id FROM deliveries WHERE ${isLiveRow} AND ${isSettled})
      ORDER BY id ${dialect.lockRows}`,
    ...statements,
    resumeSettled(isSettled),
  ];
}
