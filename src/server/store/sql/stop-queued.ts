import type { StopReason } from './deliveries.ts';
import { type Sql, sql } from './sql.ts';

/** Conditions for {@link stopQueued}. */
export const queuedFor = {
  connection: (id: string) => sql`channel_id = ${id}`,
  account: (id: string) => sql`channel_id IN (SELECT id FROM channels WHERE account_id = ${id})`,
  monitor: (id: string) => sql`monitor_id = ${id}`,
  /** Those of the connections that cover only this monitor. */
  connectionsOf: (monitorId: string) =>
    sql`channel_id IN (SELECT id FROM channels WHERE monitor_id = ${monitorId})`,
};

/** Deliveries that continue when their connection becomes active again. */
const heldByPause: Sql = sql`status = 'stopped' AND last_error = 'connection_paused'`;

/**
 * A statement that stops the queued deliveries that meet a condition, including those that a pause
 * holds. An attempt in flight may still deliver its event, but is not retried.
 */
export function stopQueued(condition: Sql, reason: StopReason): Sql {
  // Each part of the union uses a partial index; `lease_until > 0` is always true and selects that
  // of leases. The last condition is checked again after waiting for a lock.
  return sql`UPDATE deliveries SET status = 'stopped', due_at = NULL, last_error = ${reason},
      first_status = CASE WHEN lease_token IS NULL
        THEN coalesce(first_status, 'stopped') ELSE first_status END,
      first_error = CASE WHEN lease_token IS NULL AND first_status IS NULL
        THEN ${reason} ELSE first_error END
    WHERE sequence IN (
        SELECT sequence FROM deliveries
        WHERE due_at IS NOT NULL AND lease_token IS NULL AND ${condition}
        UNION ALL
        SELECT sequence FROM deliveries
        WHERE due_at IS NOT NULL AND lease_token IS NOT NULL AND lease_until > 0 AND ${condition}
        UNION ALL
        SELECT sequence FROM deliveries WHERE ${heldByPause} AND ${condition}
      ) AND (due_at IS NOT NULL OR (${heldByPause}))`;
}

/** A statement that makes the deliveries of a connection due that a pause holds. */
export function resumeHeld(channelId: string, { now, from }: { now: number; from: number }): Sql {
  return resume(
    sql`${now}`,
    sql`channel_id = ${channelId} AND ${heldByPause} AND created_at >= ${from}`,
  );
}

/** A statement that makes settled deliveries due that a pause holds if it has already ended. */
export function resumeSettled(isSettled: Sql): Sql {
  return resume(
    sql`last_attempt_at`,
    sql`${isSettled} AND ${heldByPause}
      AND channel_id IN (SELECT id FROM channels WHERE status = 'active')`,
  );
}

function resume(dueAt: Sql, condition: Sql): Sql {
  return sql`UPDATE deliveries SET due_at = ${dueAt}, last_error = NULL, settled_at = NULL,
      status = CASE WHEN attempts = 0 THEN 'pending' ELSE 'retrying' END
    WHERE ${condition}`;
}
