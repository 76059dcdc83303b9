import { furthestAhead, inTurn, waiting } from '../rows/due.ts';
import type { ClaimOptions } from '../store.ts';
import type { Executor } from './database.ts';

/** A connection with deliveries that may be claimed now. */
interface DueChannel {
  id: string;
  /** How many, no further than a claim may take. */
  due: number;
}

/** How many of a connection's deliveries are to be claimed. */
export interface Share {
  channel_id: string;
  most: number;
}

/**
 * What to claim now of which connection, those with the longest due first and in turn. Locks nothing:
 * another process may be quicker, and then there is less of it.
 */
export async function dueShares(executor: Executor, options: ClaimOptions): Promise<Share[]> {
  const { limit, per_channel, in_flight } = options;
  const channels = await dueChannels(executor, options);
  const shares: Share[] = [];
  let left = limit;
  for (const { id, due } of inTurn(channels, (channel) => channel.id, in_flight)) {
    const most = Math.min(per_channel - (in_flight.get(id) ?? 0), due, left);
    if (most > 0) shares.push({ channel_id: id, most });
    left -= Math.max(most, 0);
    if (left === 0) break;
  }
  return shares;
}

/** Costs as much as is due or, where that is a lot, as there are connections: never as much as waits. */
async function dueChannels(
  executor: Executor,
  { now, limit, per_channel }: ClaimOptions,
): Promise<DueChannel[]> {
  const first = await executor.all<{ channel_id: string }>(
    `(SELECT channel_id, due_at FROM deliveries WHERE ${waiting} AND due_at <= $1
      ORDER BY due_at LIMIT $2)
     UNION ALL
     (SELECT channel_id, due_at FROM deliveries WHERE ${waiting} AND due_at > $3
      ORDER BY due_at LIMIT $2)`,
    now,
    limit,
    now + furthestAhead,
  );
  if (first.length >= limit) return allDueChannels(executor, now, per_channel);
  const counts = new Map<string, number>();
  for (const { channel_id } of first) counts.set(channel_id, (counts.get(channel_id) ?? 0) + 1);
  return [...counts].map(([id, due]) => ({ id, due }));
}

/** The order has the index read: without, the planner may look through all in hope of meeting some. */
const few = (when: string) =>
  `SELECT 1 FROM deliveries WHERE ${waiting} AND channel_id = id AND ${when}
   ORDER BY due_at LIMIT $3`;

/** By a step through the index for each connection, and not for each delivery. */
function allDueChannels(executor: Executor, now: number, most: number): Promise<DueChannel[]> {
  return executor.all<DueChannel>(
    `WITH RECURSIVE channel (id) AS (
       SELECT min(channel_id) FROM deliveries WHERE ${waiting}
       UNION ALL
       SELECT (SELECT min(channel_id) FROM deliveries WHERE ${waiting} AND channel_id > channel.id)
       FROM channel WHERE id IS NOT NULL
     ), standing AS MATERIALIZED (
       SELECT id, least(
         (SELECT count(*) FROM (${few('due_at <= $1')}) AS due)
           + (SELECT count(*) FROM (${few('due_at > $2')}) AS ahead), $3
       ) AS due, (SELECT min(due_at) FROM deliveries WHERE ${waiting} AND channel_id = id) AS first
       FROM channel WHERE id IS NOT NULL
     )
     SELECT id, due FROM standing WHERE due > 0 ORDER BY first`,
    now,
    now + furthestAhead,
    most,
  );
}
