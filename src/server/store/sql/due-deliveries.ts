import { webhookHost } from '../webhook-host.ts';
import type { Dialect } from './dialect.ts';
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
   * Whether fewer claims than `limit` suffice, so that not all connections are read
   * (default: `false`).
   */
  isQuick?: boolean;
  /** The limit by host name of the webhook URL (default: none). */
  hosts?: GroupLimit;
  /**
   * The limit by account id (default: none). An account with an attempt in flight also gets only as
   * many claims as are left, without those that are reserved.
   */
  accounts?: GroupLimit & {
    /** The part of `limit` for accounts without attempts in flight (default: 0). */
    reserved?: number;
    /**
     * All deliveries of each account that the process holds: the account with the fewest has the
     * next turn (default: `in_flight`).
     */
    turns?: ReadonlyMap<string, number>;
  };
}

/** A limit of the attempts in flight of connections that have something in common. */
interface GroupLimit {
  /** Maximum number of attempts in flight, these claims included. */
  max: number;
  in_flight: ReadonlyMap<string, number>;
}

/** A connection with due deliveries. */
export interface DueConnection {
  id: string;
  account_id: string;
  /** `null` if the connection was removed. */
  webhook_url: string | null;
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
  account_id: string;
  /** Of the connection; `null` if that was removed. */
  webhook_url: string | null;
}

/** The deliveries due longest that a quick claim reads. */
const maxQuickDeliveries = 400;

/** With as many claims, a quick claim reads no further connections. */
const enoughQuickClaims = 16;

/** Maximum number of connections that a quick claim reads. Those of all accounts take turns. */
const maxQuickConnections = 250;

/** The maximum delay (ms). A later `due_at` comes from a wrong clock, so the delivery counts as due. */
const maxDelay = 12 * 3_600_000;

/**
 * The two conditions under which a delivery is due: its time has come, or is implausibly far in the
 * future. They are separate ranges, so that each query can use an index.
 */
export function dueConditions({ now }: ClaimOptions, dueTime = raw('due_at')): readonly [Sql, Sql] {
  return [sql`${dueTime} <= ${now}`, sql`${dueTime} > ${now + maxDelay}`];
}

/** Finds the deliveries that have been due longest: rows of {@link DueDelivery}. */
export function longestDue(
  options: ClaimOptions,
  { liveDeliveries, dueTime, waiting }: Dialect,
): Sql {
  const limit = longestDueLimit(options);
  const [past, ahead] = dueConditions(options, dueTime);
  const longest = (condition: Sql) => sql`SELECT sequence, channel_id, account_id,
      (SELECT webhook_url FROM channels WHERE channels.id = channel_id) AS webhook_url
    FROM (
      SELECT sequence, channel_id, account_id FROM ${liveDeliveries} WHERE ${waiting} AND ${condition}
      ORDER BY ${dueTime}, sequence LIMIT ${limit}
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
  const byConnection = new Map<string, DueConnection & { sequences: number[] }>();
  for (const { channel_id: id, sequence, account_id, webhook_url } of deliveries) {
    const known = byConnection.get(id);
    if (known) known.due = known.sequences.push(sequence);
    else byConnection.set(id, { id, account_id, webhook_url, due: 1, sequences: [sequence] });
  }
  const connections = [...byConnection.values()];
  if (deliveries.length < longestDueLimit(options)) return connections;
  const idle = connections
    .filter(({ id }) => !options.in_flight.has(id))
    .map((each) => ({ ...each, due: 1 }));
  const enough = options.isQuick ? Math.min(options.limit, enoughQuickClaims) : options.limit;
  return claimShares(idle, options).length >= enough ? idle : undefined;
}

/**
 * Finds the connections with due deliveries, without those of accounts at their limit: rows of
 * {@link DueConnection}, longest due first. It steps through indexes from account to account and
 * from connection to connection, without reading all waiting deliveries.
 */
export function dueConnections(
  options: ClaimOptions,
  { isIn, liveDeliveries, waiting }: Dialect,
): Sql {
  // Without its ORDER BY, PostgreSQL may read the whole index for the few rows.
  const count = (condition: Sql) => sql`(SELECT count(*) FROM (
      SELECT 1 FROM ${liveDeliveries}
      WHERE ${waiting} AND account_id = account AND channel_id = id AND ${condition}
      ORDER BY due_at LIMIT ${options.max_per_connection}
    ) AS due)`;
  const [past, ahead] = dueConditions(options);
  const limit = options.isQuick ? sql`LIMIT ${maxQuickConnections}` : sql``;
  return sql`WITH RECURSIVE account (id) AS (
      SELECT min(account_id) FROM ${liveDeliveries} WHERE ${waiting}
      UNION ALL
      SELECT (SELECT min(account_id) FROM ${liveDeliveries} WHERE ${waiting} AND account_id > account.id)
      FROM account WHERE id IS NOT NULL
    ), channel (account, id) AS (
      SELECT id, (SELECT min(channel_id) FROM ${liveDeliveries}
        WHERE ${waiting} AND account_id = account.id)
      FROM account WHERE id IS NOT NULL AND NOT ${isIn('id', fullAccounts(options))}
      UNION ALL
      SELECT account, (SELECT min(channel_id) FROM ${liveDeliveries}
        WHERE ${waiting} AND account_id = channel.account AND channel_id > channel.id)
      FROM channel WHERE id IS NOT NULL
    ), counted AS MATERIALIZED (
      SELECT id, account, ${count(past)} + ${count(ahead)} AS due,
        (SELECT min(due_at) FROM ${liveDeliveries}
          WHERE ${waiting} AND account_id = account AND channel_id = id) AS first
      FROM channel WHERE id IS NOT NULL ${limit}
    )
    SELECT id, account AS account_id, due,
      (SELECT webhook_url FROM channels WHERE channels.id = counted.id) AS webhook_url
    FROM counted WHERE due > 0 ORDER BY first`;
}

/**
 * Divides a claim among the connections, so that neither an endpoint that never responds nor a host
 * or an account with many of them takes all attempts. Accounts take turns. Within an account, the
 * connections of the host, then those with the fewest attempts in flight come first, otherwise in
 * the given order.
 */
export function claimShares(
  connections: readonly DueConnection[],
  options: ClaimOptions,
): ClaimShare[] {
  const { max_per_connection, in_flight, accounts, hosts = unlimited } = options;
  const inHosts = new Map(hosts.in_flight);
  const shares = new Map<DueConnection, number>();
  const turns = turnsOf(connections, options);
  let left = options.limit;
  for (let turn = turns.shift(); turn && left > 0; turn = turns.shift()) {
    if (turn.account && turn.count >= maxOf(accounts, turn.count, left)) continue;
    const [candidate] = turn.candidates;
    if (!candidate) continue;
    const { connection, host } = candidate;
    const count = shares.get(connection) ?? 0;
    const max = Math.min(connection.due, max_per_connection - countOf(in_flight, connection.id));
    if (count >= max || countOf(inHosts, host) >= hosts.max) {
      turn.candidates.shift();
      turns.unshift(turn);
      continue;
    }
    shares.set(connection, count + 1);
    if (host !== undefined) inHosts.set(host, countOf(inHosts, host) + 1);
    left -= 1;
    turn.count += 1;
    turn.order += 1;
    const later = turns.findIndex(({ order }) => order > turn.order);
    turns.splice(later === -1 ? turns.length : later, 0, turn);
  }
  return [...shares].map(([connection, count]) => ({ connection, count }));
}

interface Turn {
  account: string | undefined;
  /** Attempts in flight of the account, those of this claim included. */
  count: number;
  /** The turn with the lowest is next. */
  order: number;
  candidates: { connection: DueConnection; host: string | undefined }[];
}

/** One turn for each account, next first; one for all connections if accounts have no limit. */
function turnsOf(connections: readonly DueConnection[], options: ClaimOptions): Turn[] {
  const { in_flight, accounts, hosts = unlimited } = options;
  const turns = new Map<string | undefined, Turn>();
  const candidates = connections
    .map((connection) => ({ connection, host: webhookHost(connection.webhook_url) }))
    .toSorted(
      (a, b) =>
        countOf(hosts.in_flight, a.host) - countOf(hosts.in_flight, b.host) ||
        countOf(in_flight, a.connection.id) - countOf(in_flight, b.connection.id),
    );
  for (const candidate of candidates) {
    const account = accounts && candidate.connection.account_id;
    const turn = turns.get(account);
    if (turn) turn.candidates.push(candidate);
    else {
      const count = countOf(accounts?.in_flight, account);
      const order = accounts?.turns ? countOf(accounts.turns, account) : count;
      turns.set(account, { account, count, order, candidates: [candidate] });
    }
  }
  return [...turns.values()].toSorted((a, b) => a.order - b.order);
}

/** The accounts that get no claim. */
function fullAccounts({ accounts, limit }: ClaimOptions): string[] {
  return [...(accounts?.in_flight ?? [])].flatMap(([id, count]) =>
    count >= maxOf(accounts, count, limit) ? [id] : [],
  );
}

/**
 * Maximum number of attempts in flight of an account.
 *
 * @param count the present number
 * @param left the number of further claims
 */
function maxOf(accounts: ClaimOptions['accounts'], count: number, left: number): number {
  if (!accounts) return Number.POSITIVE_INFINITY;
  const shared = count === 0 ? left : left - (accounts.reserved ?? 0);
  return Math.min(accounts.max, shared);
}

const unlimited: GroupLimit = { max: Number.POSITIVE_INFINITY, in_flight: new Map() };

function countOf(counts: ReadonlyMap<string, number> | undefined, key: string | undefined): number {
  return key === undefined ? 0 : (counts?.get(key) ?? 0);
}

/** Enough for a claim even if half of the deliveries are for connections with attempts in flight. */
function longestDueLimit(options: ClaimOptions): number {
  const { limit, in_flight, isQuick } = options;
  if (!isQuick) return Math.min(2 * limit + in_flight.size, 1000);
  return Math.min(2 * quickLimit(options) + in_flight.size, maxQuickDeliveries);
}

/**
 * What a quick claim is likely to get: as much as the accounts with attempts in flight may have, or one
 * account if there are none.
 */
function quickLimit({ limit, accounts }: ClaimOptions): number {
  if (!accounts) return limit;
  const counts = accounts.in_flight.size > 0 ? [...accounts.in_flight.values()] : [0];
  const free = counts.map((count) => Math.max(0, maxOf(accounts, count, limit) - count));
  const sum = free.reduce((before, each) => before + each, 0);
  return Math.min(limit, Math.max(sum, enoughQuickClaims));
}
