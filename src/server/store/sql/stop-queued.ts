import type { StopReason } from './deliveries.ts';
import { type Sql, sql } from './sql.ts';

/** Conditions for {@link stopQueued}. */
export const queuedFor = {
  connection: (id: string) => sql`channel_id = ${id}`,
  account: (id: string) => sql`channel_id IN (SELECT id FROM channels WHERE account_id = ${id})`,
  monitor: (id: string) => sql`run_id IN (SELECT id FROM runs WHERE monitor_id = ${id})`,
};

/**
 * A statement that stops the queued deliveries that meet a condition, including those that a pause
 * holds. An attempt in flight may still deliver its event, but is not retried.
 */
export function stopQueued(condition: Sql, reason: StopReason): Sql {
  // Each part uses a partial index; `lease_until > 0` is always true and selects that of leases.
  return sql`UPDATE deliveries SET status = 'stopped', due_at = NULL, last_error = ${reason}
    WHERE (due_at IS NOT NULL AND lease_token IS NULL AND ${condition})
      OR (due_at IS NOT NULL AND lease_token IS NOT NULL AND lease_until > 0 AND ${condition})
      OR (${heldByPause} AND ${condition})`;
}

/** Deliveries that continue when their connection becomes active again. */
export const heldByPause: Sql = sql`status = 'stopped' AND last_error = 'connection_paused'`;
