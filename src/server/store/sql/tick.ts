import type { HeldResultRecord } from './run-record.ts';
import { type Sql, sql } from './sql.ts';

/** The lease of a scheduled run and the time of the next one. */
export interface CompletedTick {
  lease_token: string;
  next_run_at: number;
  /** All results that are held back after the run. Default: the same as before. */
  held?: readonly HeldResultRecord[] | undefined;
}

/** Ends the lease and stores the next tick and the held results, unless the lease was lost. */
export function endTick(monitorId: string, tick: CompletedTick): Sql {
  const held = tick.held ? sql`, held = ${JSON.stringify(tick.held)}` : sql``;
  return sql`UPDATE monitors
    SET next_run_at = ${tick.next_run_at}, lease_token = NULL, lease_until = NULL${held}
    WHERE id = ${monitorId} AND lease_token = ${tick.lease_token}`;
}
