import { query } from './postgres-cluster.ts';

/**
 * Shortens the interval of all monitors to a minute, below the minimum of the API, and spreads their ticks
 * over it.
 *
 * @returns the first tick of each monitor
 */
export async function scatterTicks(database: string): Promise<Map<string, number>> {
  const rows = await query<{ id: string; first: number }>(
    database,
    `UPDATE monitors SET every_minutes = 1, next_run_at = ${Date.now()} + (random() * 60000)::bigint
     RETURNING id, next_run_at::float8 AS first`,
  );
  return new Map(rows.map(({ id, first }) => [id, first]));
}

/** The number of the tick that a scheduled run belongs to: the last one before its start. */
export function tickOf(startedAt: number, firstTick = 0): number {
  return Math.floor((startedAt - firstTick) / 60_000);
}
