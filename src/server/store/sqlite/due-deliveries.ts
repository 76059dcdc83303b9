import type { Database } from '../../../storage/database.ts';
import type { ClaimOptions } from '../store.ts';

/** Nothing is ever put off for longer (ms): what claims to be was written by a clock that has jumped. */
const furthestAhead = 12 * 3_600_000;

/** Deliveries that wait for an attempt, as the partial indexes have them. */
const waiting = 'due_at IS NOT NULL AND lease_token IS NULL';

/**
 * The sequence numbers of what may be claimed now, the longest due first. A place goes to who has
 * the fewest: endpoints that never answer cannot keep them all.
 */
export function dueDeliveries(database: Database, options: ClaimOptions): number[] {
  const { now, limit, per_channel, in_flight } = options;
  const due: number[] = [];
  const taken = (channel: string) => in_flight.get(channel) ?? 0;
  const channels = dueChannels(database, now, limit);
  for (const channel of channels.sort((one, other) => taken(one) - taken(other))) {
    const most = Math.min(per_channel - taken(channel), limit - due.length);
    if (most > 0) due.push(...dueOf(database, channel, now, most));
    if (due.length >= limit) break;
  }
  return due;
}

/** When the next delivery comes due. */
export function nextDueDelivery(database: Database): number | undefined {
  const sql = `SELECT min(due_at) AS at FROM deliveries WHERE ${waiting}`;
  return database.get<{ at: number | null }>(sql)?.at ?? undefined;
}

/**
 * The connections with something due, the longest due first. Costs as much as is due or, where that
 * is a lot, as there are connections that anything waits for: never as much as waits.
 */
function dueChannels(database: Database, now: number, few: number): string[] {
  const range = (bound: string) => `SELECT channel_id FROM deliveries
    WHERE ${waiting} AND due_at ${bound} ORDER BY due_at LIMIT ?`;
  const first = database.all<{ channel_id: string }>(
    `SELECT * FROM (${range('<= ?')}) UNION ALL SELECT * FROM (${range('> ?')})`,
    now,
    few,
    now + furthestAhead,
    few,
  );
  if (first.length >= few) return allDueChannels(database, now);
  return [...new Set(first.map(({ channel_id }) => channel_id))];
}

/** By a step through the index for each connection, and not for each delivery. */
function allDueChannels(database: Database, now: number): string[] {
  const rows = database.all<{ id: string }>(
    `WITH RECURSIVE channel (id) AS (
       SELECT min(channel_id) FROM deliveries WHERE ${waiting}
       UNION ALL
       SELECT (SELECT min(channel_id) FROM deliveries WHERE ${waiting} AND channel_id > id)
       FROM channel WHERE id IS NOT NULL
     ), waiting AS (
       SELECT id,
         (SELECT min(due_at) FROM deliveries WHERE ${waiting} AND channel_id = id) AS first,
         (SELECT max(due_at) FROM deliveries WHERE ${waiting} AND channel_id = id) AS last
       FROM channel WHERE id IS NOT NULL
     )
     SELECT id FROM waiting WHERE first <= ? OR last > ? ORDER BY first`,
    now,
    now + furthestAhead,
  );
  return rows.map(({ id }) => id);
}

function dueOf(database: Database, channel: string, now: number, most: number): number[] {
  return database
    .all<{ sequence: number }>(
      `SELECT sequence FROM deliveries
       WHERE ${waiting} AND channel_id = ? AND (due_at <= ? OR due_at > ?)
       ORDER BY due_at LIMIT ?`,
      channel,
      now,
      now + furthestAhead,
      most,
    )
    .map(({ sequence }) => sequence);
}
