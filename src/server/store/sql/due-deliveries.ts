import type { ClaimOptions } from '../store.ts';
import type { Statement } from './sql.ts';

/** A connection with due deliveries. */
export interface DueChannel {
  id: string;
  /** How many are due, counted exactly up to {@link ClaimOptions.per_channel}. */
  due: number;
  /** The `sequence`s of these, the longest due first, if they were read. */
  sequences?: readonly number[];
}

/** How many deliveries of a connection to claim. */
export interface ClaimShare {
  channel: DueChannel;
  count: number;
}

/** A due delivery. */
export interface DueDelivery {
  sequence: number;
  channel_id: string;
}

/** Deliveries that wait for an attempt: the condition of the partial indexes. */
export const waiting = 'due_at IS NOT NULL AND lease_token IS NULL';

/** No delay is longer (ms): a delivery due later was stored by a clock that was wrong, and is due. */
const maxDelay = 12 * 3_600_000;

/** The times of due deliveries: up to the first, or after the second. */
export function dueTimes({ now }: ClaimOptions): [number, number] {
  return [now, now + maxDelay];
}

/** Finds the deliveries that have been due longest: rows of {@link DueDelivery}. */
export function longestDue(options: ClaimOptions): Statement {
  const [before, after] = dueTimes(options);
  const limit = longestDueLimit(options);
  const range = (condition: string) => `SELECT sequence, channel_id FROM (
      SELECT sequence, channel_id, due_at FROM deliveries WHERE ${waiting} AND ${condition}
      ORDER BY due_at, sequence LIMIT ?
    ) AS longest`;
  return {
    sql: `${range('due_at <= ?')} UNION ALL ${range('due_at > ?')}`,
    values: [before, limit, after, limit],
  };
}

/**
 * The connections to claim from, the longest due first, if the deliveries of {@link longestDue} are
 * enough to decide: they are all that is due, or enough of their connections have no attempt in
 * flight.
 */
export function channelsOf(
  deliveries: readonly DueDelivery[],
  options: ClaimOptions,
): DueChannel[] | undefined {
  const byChannel = new Map<string, number[]>();
  for (const { channel_id, sequence } of deliveries) {
    const sequences = byChannel.get(channel_id);
    if (sequences) sequences.push(sequence);
    else byChannel.set(channel_id, [sequence]);
  }
  const channels = [...byChannel].map(([id, sequences]) => ({
    id,
    due: sequences.length,
    sequences,
  }));
  if (deliveries.length < longestDueLimit(options)) return channels;
  const idle = channels.filter(({ id }) => !options.in_flight.has(id));
  return idle.length >= options.limit ? idle.map((channel) => ({ ...channel, due: 1 })) : undefined;
}

/**
 * Finds all connections with due deliveries: rows of {@link DueChannel}, the longest due first. It
 * steps through an index from connection to connection, without reading all waiting deliveries.
 */
export function dueChannels(options: ClaimOptions): Statement {
  const [before, after] = dueTimes(options);
  const { per_channel } = options;
  // Without its ORDER BY, PostgreSQL may read the whole index for the few rows.
  const few = (condition: string) => `SELECT 1 FROM deliveries
    WHERE ${waiting} AND channel_id = id AND ${condition} ORDER BY due_at LIMIT ?`;
  return {
    sql: `WITH RECURSIVE channel (id) AS (
        SELECT min(channel_id) FROM deliveries WHERE ${waiting}
        UNION ALL
        SELECT (SELECT min(channel_id) FROM deliveries WHERE ${waiting} AND channel_id > channel.id)
        FROM channel WHERE id IS NOT NULL
      ), counted AS MATERIALIZED (
        SELECT id,
          (SELECT count(*) FROM (${few('due_at <= ?')}) AS due)
            + (SELECT count(*) FROM (${few('due_at > ?')}) AS ahead) AS due,
          (SELECT min(due_at) FROM deliveries WHERE ${waiting} AND channel_id = id) AS first
        FROM channel WHERE id IS NOT NULL
      )
      SELECT id, due FROM counted WHERE due > 0 ORDER BY first`,
    values: [before, per_channel, after, per_channel],
  };
}

/**
 * Divides a claim among the connections: those with the fewest attempts in flight first, then in the
 * given order. An endpoint that never responds can therefore not take all attempts.
 */
export function claimShares(
  channels: readonly DueChannel[],
  { limit, per_channel, in_flight }: ClaimOptions,
): ClaimShare[] {
  const inFlight = (id: string) => in_flight.get(id) ?? 0;
  const shares: ClaimShare[] = [];
  let left = limit;
  for (const channel of channels.toSorted((a, b) => inFlight(a.id) - inFlight(b.id))) {
    const count = Math.min(per_channel - inFlight(channel.id), channel.due, left);
    if (count > 0) shares.push({ channel, count });
    left -= Math.max(count, 0);
    if (left === 0) break;
  }
  return shares;
}

/** Enough for a claim even if half of the deliveries belong to connections with attempts in flight. */
function longestDueLimit({ limit, in_flight }: ClaimOptions): number {
  return 2 * limit + in_flight.size;
}
