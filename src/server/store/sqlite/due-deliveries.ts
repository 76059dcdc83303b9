import type { Database } from '../../../storage/database.ts';
import { furthestAhead, inTurn, waiting } from '../rows/due.ts';
import type { ClaimOptions } from '../store.ts';

interface Due {
  sequence: number;
  channel_id: string;
}

/**
 * The sequence numbers of what may be claimed now: of the connections with the fewest in flight
 * first, so that endpoints that never answer cannot keep all places, and then the longest due.
 *
 * A few of the longest due are read first, and then some more. They are enough where they are all that
 * is due, and where enough of their connections have nothing in flight; else each connection that
 * anything waits for is looked at, which costs as much as there are connections, and never as much as
 * waits.
 */
export function dueDeliveries(database: Database, options: ClaimOptions): number[] {
  const { now, limit, in_flight } = options;
  return (
    amongFirst(database, options, 2 * limit) ??
    amongFirst(database, options, 2 * limit + in_flight.size) ??
    shared(dueChannels(database, now), options, (channel, most) =>
      dueOf(database, channel, now, most),
    )
  );
}

/** The same of a few that are due longest; `undefined` where these do not decide. */
function amongFirst(database: Database, options: ClaimOptions, few: number): number[] | undefined {
  const { now, limit, in_flight } = options;
  const longestDue = dueFirst(database, now, few);
  const byChannel = longestOfEach(longestDue);
  if (longestDue.length < few) {
    return shared([...byChannel.keys()], options, (channel, most) =>
      (byChannel.get(channel) ?? []).slice(0, most),
    );
  }
  const idle = [...byChannel.keys()].filter((channel) => !in_flight.has(channel));
  if (idle.length < limit) return undefined;
  return idle.slice(0, limit).flatMap((channel) => byChannel.get(channel)?.slice(0, 1) ?? []);
}

/** When the next delivery comes due. */
export function nextDueDelivery(database: Database): number | undefined {
  const sql = `SELECT min(due_at) AS at FROM deliveries WHERE ${waiting}`;
  return database.get<{ at: number | null }>(sql)?.at ?? undefined;
}

/** Gives the places to connections, the longest due first, by how many of them they have. */
function shared(
  channels: readonly string[],
  { limit, per_channel, in_flight }: ClaimOptions,
  take: (channel: string, most: number) => number[],
): number[] {
  const taken = (channel: string) => in_flight.get(channel) ?? 0;
  const due: number[] = [];
  for (const channel of inTurn(channels, (id) => id, in_flight)) {
    const most = Math.min(per_channel - taken(channel), limit - due.length);
    if (most > 0) due.push(...take(channel, most));
    if (due.length >= limit) break;
  }
  return due;
}

/** Each connection's deliveries, connections and deliveries in the order that they came in. */
function longestOfEach(deliveries: readonly Due[]): Map<string, number[]> {
  const byChannel = new Map<string, number[]>();
  for (const { channel_id, sequence } of deliveries) {
    const known = byChannel.get(channel_id);
    if (known) known.push(sequence);
    else byChannel.set(channel_id, [sequence]);
  }
  return byChannel;
}

function dueFirst(database: Database, now: number, few: number): Due[] {
  const range = (bound: string) => `SELECT sequence, channel_id FROM deliveries
    WHERE ${waiting} AND due_at ${bound} ORDER BY due_at, sequence LIMIT ?`;
  return database.all<Due>(
    `SELECT * FROM (${range('<= ?')}) UNION ALL SELECT * FROM (${range('> ?')}) LIMIT ?`,
    now,
    few,
    now + furthestAhead,
    few,
    few,
  );
}

/**
 * The connections with something due, the longest due first: by a step through the index for each
 * connection, and not for each delivery.
 */
function dueChannels(database: Database, now: number): string[] {
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
