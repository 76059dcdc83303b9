import {
  channelsOf,
  claimShares,
  type DueChannel,
  type DueDelivery,
  dueChannels,
  dueTimes,
  longestDue,
  waiting,
} from '../sql/due-deliveries.ts';
import type { ClaimDeliveries } from '../sql/outbox-store.ts';
import type { Statement } from '../sql/sql.ts';
import type { SqlExecutor } from '../sql/sql-executor.ts';
import { rowsParameter } from './rows-parameter.ts';

/** The longest due deliveries of a connection, without those that another process is claiming. */
const longestOfShare = (condition: string) => `
  SELECT sequence FROM (
    SELECT sequence FROM deliveries
    WHERE ${waiting} AND channel_id = share.channel_id AND ${condition}
    ORDER BY due_at LIMIT share.count FOR UPDATE SKIP LOCKED
  ) AS longest`;

const claimOfShares = `
  WITH share AS (
    SELECT * FROM json_to_recordset(?) AS s (channel_id text, count int)
  ), picked AS MATERIALIZED (
    SELECT due.sequence FROM share CROSS JOIN LATERAL (
      SELECT sequence FROM (
        ${longestOfShare('due_at <= ?')} UNION ALL ${longestOfShare('due_at > ?')}
      ) AS each LIMIT share.count
    ) AS due
  )
  UPDATE deliveries SET lease_token = gen_random_uuid()::text, lease_until = ?,
    last_attempt_at = ?, attempts = attempts + 1, round_attempts = round_attempts + 1,
    round = round + (round_attempts = 0)::int
  WHERE sequence = ANY (ARRAY(SELECT sequence FROM picked))
  RETURNING sequence, channel_id`;

/**
 * Finds the connections without a lock: if another process claims from them first, fewer deliveries
 * are claimed.
 */
export function claimInPostgres(executor: SqlExecutor): ClaimDeliveries {
  const all = async <Row>(statement: Statement) => (await executor.batch<Row>(statement)).rows;
  return async (options) => {
    const channels =
      channelsOf(await all<DueDelivery>(longestDue(options)), options) ??
      (await all<DueChannel>(dueChannels(options)));
    const shares = claimShares(channels, options);
    if (shares.length === 0) return [];
    const { now, lease_until } = options;
    const claimed = await all<DueDelivery>({
      sql: claimOfShares,
      values: [
        rowsParameter(shares.map(({ channel, count }) => ({ channel_id: channel.id, count }))),
        ...dueTimes(options),
        lease_until,
        now,
      ],
    });
    return claimed.map(({ sequence }) => sequence);
  };
}
