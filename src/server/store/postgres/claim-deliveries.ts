import type { Dialect } from '../sql/dialect.ts';
import {
  claimShares,
  connectionsOf,
  type DueConnection,
  type DueDelivery,
  dueConditions,
  dueConnections,
  longestDue,
} from '../sql/due-deliveries.ts';
import { type LeasedRow, selectLeased } from '../sql/leased-deliveries.ts';
import type { ClaimDeliveries } from '../sql/outbox-store.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import type { PostgresDatabase } from './database.ts';
import { rowsParameter } from './rows-parameter.ts';

/**
 * Reads the due connections without a lock: if another process claims from them first, this one
 * claims fewer deliveries. The planner may expect so much of the recursive query that it would compile it
 * each time, for up to half a second.
 */
export function claimInPostgres(db: PostgresDatabase): ClaimDeliveries {
  return async (options) => {
    const longest = await db.all<DueDelivery>(longestDue(options, db.dialect));
    if (longest.length === 0) return [];
    const connections =
      connectionsOf(longest, options) ??
      (await db.allUncompiled<DueConnection>(dueConnections(options, db.dialect)));
    const shares = claimShares(connections, options);
    if (shares.length === 0) return [];
    const counts = shares.map(({ connection: { id, account_id }, count }) => ({
      account_id,
      channel_id: id,
      count,
    }));
    const { liveDeliveries } = db.dialect;
    const [past, ahead] = dueConditions(options);
    return db.write<LeasedRow>(
      sql`WITH share AS (
          SELECT * FROM json_to_recordset(${rowsParameter(counts)})
            AS s (account_id text, channel_id text, count int)
        ), picked AS MATERIALIZED (
          SELECT due.place FROM share CROSS JOIN LATERAL (
            SELECT place FROM (
              ${longestOfShare(past, db.dialect)} UNION ALL ${longestOfShare(ahead, db.dialect)}
            ) AS each LIMIT share.count
          ) AS due
        ), claimed AS (
        UPDATE ${liveDeliveries} SET lease_token = gen_random_uuid()::text,
          lease_until = ${options.lease_until}, last_attempt_at = ${options.now},
          attempts = attempts + 1, round_attempts = round_attempts + 1,
          round = round + (round_attempts = 0)::int
        WHERE ctid = ANY (ARRAY(SELECT place FROM picked))
        RETURNING *
        ), leases AS (
          INSERT INTO delivery_leases (sequence, event_id, lease_until)
          SELECT sequence, event_id, lease_until FROM claimed
          ON CONFLICT (sequence) DO UPDATE SET lease_until = excluded.lease_until
        )
        ${selectLeased(raw('claimed'))}`,
    );
  };
}

/** The deliveries of a share's connection that are due longest, without those locked by others. */
function longestOfShare(condition: Sql, { liveDeliveries, waiting }: Dialect): Sql {
  return sql`SELECT place FROM (
      SELECT ctid AS place FROM ${liveDeliveries}
      WHERE ${waiting} AND account_id = share.account_id AND channel_id = share.channel_id
        AND ${condition}
      ORDER BY due_at LIMIT share.count FOR UPDATE SKIP LOCKED
    ) AS longest`;
}
