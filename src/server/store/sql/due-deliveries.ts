import { raw, type Sql, sql } from './sql.ts';

export interface ClaimOptions {
  now: number;
  /** When the leases expire. */
  lease_until: number;
  /** Maximum number of claims. */
  limit: number;
  /** Maximum number of attempts in flight for a connection, these claims included. */
  max_per_connection: number;
  /** The number of attempts in flight by connection id. */
  in_flight: ReadonlyMap<string, number>;
}

/** A connection with due deliveries. */
export interface DueConnection {
  id: string;
  /** The number of due deliveries, exact up to {@link ClaimOptions.max_per_connection}. */
  due: number;
  /** Their `sequence` numbers, longest due first, if they were read. */
  sequences?: readonly number[];
}

/** The number of deliveries to claim for a connection. */
export interface ClaimShare {
  connection: DueConnection;
  count: number;
}

/** A due delivery. */
export interface DueDelivery {
  sequence: number;
  channel_id: string;
}

/** Deliveries that wait for an attempt: the condition of the partial indexes. */
export const waiting = raw('due_at IS NOT NULL AND lease_token IS NULL');

/** The maximum delay (ms). A later `due_at` comes from a wrong clock, so the delivery counts as due. */
const maxDelay = 12 * 3_600_000;

/**
 * The two conditions under which a delivery is due: its time has come, or is implausibly far in the
 * future. They are separate ranges, so that each query can use an index.
 */
export function dueConditions({ now }: ClaimOptions): readonly [Sql, Sql] {
  return [sql`due_at <= ${now}`, sql`due_at > ${now + maxDelay}`];
}

/** Finds the deliveries that have been due longest: rows of {@link DueDelivery}. */
export function longestDue(options: ClaimOptions): Sql {
  const limit = longestDueLimit(options);
  const [past, ahead] = dueConditions(options);
  const longest = (condition: Sql) => sql`SELECT sequence, channel_id FROM (
      SELECT sequence, channel_id, due_at FROM deliveries WHERE ${waiting} AND ${condition}
      ORDER BY due_at, sequence LIMIT ${limit}
    ) AS longest`;
  return sql`${longest(past)} UNION ALL ${longest(ahead)}`;
}

/**
 * The connections to claim from, longest due first. Returns `undefined` if the deliveries of
 * {@link longestDue} do not suffice to choose them: more deliveries are due, and too few of the
 * connections have no attempt in flight.
 */
export function connectionsOf(
  deliveries: readonly DueDelivery[],
  options: ClaimOptions,
): DueConnection[] | undefined {
  const byConnection = new Map<string, number[]>();
  for (const { channel_id, sequence } of deliveries) {
    const sequences = byConnection.get(channel_id);
    if (sequences) sequences.push(sequence);
    else byConnection.set(channel_id, [sequence]);
  }
  const connections = [...byConnection].map(([id, sequences]) => ({
    id,
    due: sequences.length,
    sequences,
  }));
  if (deliveries.length < longestDueLimit(options)) return connections;
  const idle = connections.filter(({ id }) => !options.in_flight.has(id));
  return idle.length >= options.limit ? idle.map((each) => ({ ...each, due: 1 })) : undefined;
}

/**
 * Finds all connections with due deliveries: rows of {@link DueConnection}, longest due first. It
 * steps through an index from connection to connection, without reading all waiting deliveries.
 */
export function dueConnections(options: ClaimOptions): Sql {
  // Without its ORDER BY, PostgreSQL may read the whole index for the few rows.
  const count = (condition: Sql) => sql`(SELECT count(*) FROM (
      SELECT 1 FROM deliveries WHERE ${waiting} AND channel_id = id AND ${condition}
      ORDER BY due_at LIMIT ${options.max_per_connection}
    ) AS due)`;
  const [past, ahead] = dueConditions(options);
  return sql`WITH RECURSIVE channel (id) AS (
      SELECT min(channel_id) FROM deliveries WHERE ${waiting}
      UNION ALL
      SELECT (SELECT min(channel_id) FROM deliveries WHERE ${waiting} AND channel_id > channel.id)
      FROM channel WHERE id IS NOT NULL
    ), counted AS MATERIALIZED (
      SELECT id, ${count(past)} + ${count(ahead)} AS due,
        (SELECT min(due_at) FROM deliveries WHERE ${waiting} AND channel_id = id) AS first
      FROM channel WHERE id IS NOT NULL
    )
    SELECT id, due FROM counted WHERE due > 0 ORDER BY first`;
}

/**
 * Divides a claim among the connections: those with the fewest attempts in flight first, then in the
 * given order, so that an endpoint that never responds cannot take all attempts.
 */
export function claimShares(
  connections: readonly DueConnection[],
  { limit, max_per_connection, in_flight }: ClaimOptions,
): ClaimShare[] {
  const inFlight = (id: string) => in_flight.get(id) ?? 0;
  const shares: ClaimShare[] = [];
  let left = limit;
  for (const connection of connections.toSorted((a, b) => inFlight(a.id) - inFlight(b.id))) {
    const count = Math.min(max_per_connection - inFlight(connection.id), connection.due, left);
    if (count > 0) shares.push({ connection, count });
    left -= Math.max(count, 0);
    if (left === 0) break;
  }
  return shares;
}

/** Enough for a claim even if half of the deliveries are for connections with attempts in flight. */
function longestDueLimit({ limit, in_flight }: ClaimOptions): number {
  return 2 * limit + in_flight.size;
}
