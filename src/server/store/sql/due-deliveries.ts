import { webhookHost } from '../webhook-host.ts';
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
  /**
   * Whether fewer claims than `limit` suffice if the limits of hosts and accounts allow no more for
   * the deliveries due longest, so that not all connections are read (default: `false`).
   */
  isQuick?: boolean;
  /** The limit by host name of the webhook URL (default: none). */
  hosts?: GroupLimit;
  /** The limit by account id (default: none). */
  accounts?: GroupLimit;
}

/** A limit of the attempts in flight of connections that have something in common. */
interface GroupLimit {
  /** Maximum number of attempts in flight, these claims included. */
  max: number;
  in_flight: ReadonlyMap<string, number>;
}

/** What connections can have in common; missing if the connection was removed. */
interface ConnectionGroups {
  account_id?: string | null;
  webhook_url?: string | null;
}

/** A connection with due deliveries. */
export interface DueConnection extends ConnectionGroups {
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
export interface DueDelivery extends ConnectionGroups {
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
  const longest = (
    condition: Sql,
  ) => sql`SELECT sequence, channel_id, ${groupsOf('longest.channel_id')}
    FROM (
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
  const byConnection = new Map<string, ConnectionGroups & { sequences: number[] }>();
  for (const { channel_id, sequence, ...groups } of deliveries) {
    const known = byConnection.get(channel_id);
    if (known) known.sequences.push(sequence);
    else byConnection.set(channel_id, { ...groups, sequences: [sequence] });
  }
  const connections = [...byConnection].map(([id, { sequences, ...groups }]) => ({
    id,
    due: sequences.length,
    sequences,
    ...groups,
  }));
  if (deliveries.length < longestDueLimit(options)) return connections;
  const idle = connections
    .filter(({ id }) => !options.in_flight.has(id))
    .map((each) => ({ ...each, due: 1 }));
  const enough = options.isQuick && idle.length >= options.limit ? 1 : options.limit;
  return claimShares(idle, options).length >= enough ? idle : undefined;
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
    SELECT id, due, ${groupsOf('counted.id')} FROM counted WHERE due > 0 ORDER BY first`;
}

/**
 * Divides a claim among the connections, so that neither an endpoint that never responds nor a host
 * or an account with many of them takes all attempts. Those of the account, then of the host, then
 * those with the fewest attempts in flight come first, otherwise in the given order.
 */
export function claimShares(
  connections: readonly DueConnection[],
  options: ClaimOptions,
): ClaimShare[] {
  const { limit, max_per_connection, in_flight } = options;
  const candidates = connections.map((connection) => ({
    connection,
    own: { key: connection.id, max: max_per_connection, in_flight },
    host: { key: webhookHost(connection.webhook_url), ...(options.hosts ?? unlimited) },
    account: { key: connection.account_id ?? undefined, ...(options.accounts ?? unlimited) },
  }));
  const sorted = candidates.toSorted(
    (a, b) =>
      inFlight(a.account) - inFlight(b.account) ||
      inFlight(a.host) - inFlight(b.host) ||
      inFlight(a.own) - inFlight(b.own),
  );
  const claimed = { host: new Map<string, number>(), account: new Map<string, number>() };
  const shares: ClaimShare[] = [];
  let left = limit;
  for (const { connection, own, host, account } of sorted) {
    const count = Math.min(
      connection.due,
      left,
      own.max - inFlight(own),
      host.max - inFlight(host) - countOf(claimed.host, host.key),
      account.max - inFlight(account) - countOf(claimed.account, account.key),
    );
    if (count <= 0) continue;
    shares.push({ connection, count });
    add(claimed.host, host.key, count);
    add(claimed.account, account.key, count);
    left -= count;
    if (left === 0) break;
  }
  return shares;
}

const unlimited: GroupLimit = { max: Number.POSITIVE_INFINITY, in_flight: new Map() };

function inFlight(group: Pick<GroupLimit, 'in_flight'> & { key: string | undefined }): number {
  return countOf(group.in_flight, group.key);
}

function countOf(counts: ReadonlyMap<string, number>, key: string | undefined): number {
  return key === undefined ? 0 : (counts.get(key) ?? 0);
}

function add(counts: Map<string, number>, key: string | undefined, count: number): void {
  if (key !== undefined) counts.set(key, countOf(counts, key) + count);
}

/** The columns of {@link ConnectionGroups}. Subqueries keep the order of the rows. */
function groupsOf(idColumn: string): Sql {
  return raw(`(SELECT account_id FROM channels WHERE channels.id = ${idColumn}) AS account_id,
    (SELECT webhook_url FROM channels WHERE channels.id = ${idColumn}) AS webhook_url`);
}

/** Enough for a claim even if half of the deliveries are for connections with attempts in flight. */
function longestDueLimit({ limit, in_flight }: ClaimOptions): number {
  return Math.min(2 * limit + in_flight.size, 1000);
}
