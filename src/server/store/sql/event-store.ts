import { type AttemptRecord, lastEntries, readLog } from './attempt-log.ts';
import {
  type DeliveryProgress,
  type DeliveryRecord,
  deliveryColumns,
  isLiveRow,
  live,
  partsOf,
} from './deliveries.ts';
import { sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** A delivery and its attempts, oldest first. */
export interface EventRecord extends DeliveryRecord {
  /** Includes those of earlier sends of the event. */
  attempt_log: AttemptRecord[];
}

/** The number of deliveries by status; statuses without any are missing. */
export type DeliveryCounts = Partial<Record<DeliveryProgress['status'], number>>;

/** The number of entries of a log that remain when an event is sent again. */
const maxLogged = 100;

const statuses: readonly DeliveryProgress['status'][] = [
  'pending',
  'retrying',
  'delivered',
  'failed',
  'exhausted',
  'stopped',
];

/** Single events and their deliveries, for the settings pages. */
export function eventStore(db: SqlExecutor) {
  return {
    /** `undefined` if the account has no such event. */
    async get(accountId: string, eventId: string): Promise<EventRecord | undefined> {
      const row = await db.get<DeliveryRecord & { attempt_log: string }>(
        sql`SELECT ${deliveryColumns}, attempt_log FROM deliveries
          WHERE event_id = ${eventId} AND account_id = ${accountId}`,
      );
      return row && { ...row, attempt_log: readLog(row.attempt_log) };
    },

    /**
     * Makes an event due now whose status is final, with all its attempts and rounds before it. The outcome
     * of its first attempt stays, and the last {@link maxLogged} entries of its log.
     *
     * @returns `false` if an attempt is due or in progress, or the account has no such event
     */
    async resend(accountId: string, eventId: string, now: number): Promise<boolean> {
      const event = sql`deliveries WHERE event_id = ${eventId} AND account_id = ${accountId}`;
      const found = await db.get<{ log: string }>(sql`SELECT attempt_log AS log FROM ${event}`);
      if (!found) return false;
      const rows = await db.write<{ resent: number }>(
        // A sweep that deletes the payload waits, or the next statement does not see it.
        sql`SELECT 0 AS resent FROM payloads
          WHERE id IN (SELECT payload_id FROM ${event}) ${db.dialect.keepRows}`,
        sql`UPDATE deliveries SET status = 'pending', due_at = ${now}, round = 0, attempts = 0,
            round_attempts = 0, settled_at = NULL, last_status_code = NULL, last_error = NULL,
            attempt_log = ${lastEntries(found.log, maxLogged)}, partition_time = ${live}
          WHERE event_id = ${eventId} AND account_id = ${accountId}
            AND due_at IS NULL AND lease_token IS NULL AND attempt_log = ${found.log}
            AND EXISTS (SELECT 1 FROM payloads WHERE payloads.id = payload_id)
          RETURNING 1 AS resent`,
      );
      return rows.some(({ resent }) => resent === 1);
    },

    /**
     * Makes an event due now that waits for its next attempt, which counts as it would have later.
     *
     * @returns `false` if no attempt is waiting, one is in progress, or the account has no such event
     */
    async sendNow(accountId: string, eventId: string, now: number): Promise<boolean> {
      const rows = await db.write(
        sql`UPDATE deliveries SET due_at = ${now}
          WHERE ${isLiveRow} AND event_id = ${eventId} AND account_id = ${accountId}
            AND status = 'retrying' AND due_at > ${now} AND lease_token IS NULL
          RETURNING 1 AS sent`,
      );
      return rows.length === 1;
    },

    /** Counts the deliveries since a time. Each count stops at `max`. */
    async count(
      accountId: string,
      { since, max }: { since: number; max: number },
    ): Promise<DeliveryCounts> {
      const counts = await Promise.all(
        statuses.map(async (status) => {
          const counted = partsOf(status)
            .map(
              (isOfPart) => sql`SELECT 1 AS counted FROM deliveries
                WHERE account_id = ${accountId} AND status = ${status} AND created_at >= ${since}
                  AND ${isOfPart} AND (${isLiveRow} OR partition_time >= ${since})`,
            )
            .reduce((before, part) => sql`${before} UNION ALL ${part}`);
          const row = await db.get<{ count: number }>(
            sql`SELECT count(*) AS count FROM (${counted} LIMIT ${max}) AS of_status`,
          );
          return [status, Number(row?.count ?? 0)] as const;
        }),
      );
      return Object.fromEntries(counts.filter(([, count]) => count > 0));
    },
  };
}
