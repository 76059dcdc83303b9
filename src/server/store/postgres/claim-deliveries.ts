import {
  claimShares,
  connectionsOf,
  type DueConnection,
  type DueDelivery,
  dueConditions,
  dueConnections,
  isAnyFull,
  longestDue,
  waiting,
} from '../sql/due-deliveries.ts';
import type { ClaimDeliveries } from '../sql/outbox-store.ts';
import { type Sql, sql } from '../sql/sql.ts';
import type { PostgresDatabase } from './database.ts';
import { rowsParameter } from './rows-parameter.ts';

/**
 * Reads the due connections without a lock: if another process claims from them first, this one
 * claims fewer deliveries.
 */
export function claimInPostgres(db: PostgresDatabase): ClaimDeliveries {
  return async (options) => {
    const longest = isAnyFull(options) ? undefined : await db.all<DueDelivery>(longestDue(options));
    const connections =
      (longest && connectionsOf(longest, options)) ??
      (await db.all<DueConnection>(dueConnections(options, db.dialect.isIn)));
    const shares = claimShares(connections, options);
    if (shares.length === 0) return [];
    const counts = shares.map(({ connection, count }) => ({ channel_id: connection.id, count }));
    const [past, ahead] = dueConditions(options);
    const claimed = await db.write<DueDelivery>(
      sql`WITH share AS (
          SELECT * FROM json_to_recordset(${rowsParameter(counts)})
            AS s (channel_id text, count int)
        ), picked AS MATERIALIZED (
          SELECT due.sequence FROM share CROSS JOIN LATERAL (
            SELECT sequence FROM (
              ${longestOfShare(past)} UNION ALL ${longestOfShare(ahead)}
            ) AS each LIMIT share.count
          ) AS due
        )
        UPDATE deliveries SET lease_token = gen_random_uuid()::text,
          lease_until = ${options.lease_until}, last_attempt_at = ${options.now},
          attempts = attempts + 1, round_attempts = round_attempts + 1,
          round = round + (round_attempts = 0)::int
        WHERE sequence = ANY (ARRAY(SELECT sequence FROM picked))
        RETURNING sequence, channel_id`,
    );
    return claimed.map(({ sequence }) => sequence);
  };
}

/** The deliveries of a share's connection that are due longest, without those locked by others. */
function longestOfShare(condition: Sql): Sql {
  return sql`SELECT sequence FROM (
      SELECT sequence FROM deliveries
      WHERE ${waiting} AND channel_id = share.channel_id AND ${condition}
      ORDER BY due_at LIMIT share.count FOR UPDATE SKIP LOCKED
    ) AS longest`;
}
