import {
  claimShares,
  connectionsOf,
  type DueConnection,
  type DueDelivery,
  dueConditions,
  dueConnections,
  longestDue,
  waiting,
} from '../sql/due-deliveries.ts';
import type { ClaimDeliveries, LeasedRow } from '../sql/outbox-store.ts';
import { sql } from '../sql/sql.ts';
import type { SqliteExecutor } from './sqlite-executor.ts';

/** Claims deliveries in one transaction, which may also store concurrent settlements. */
export function claimInSqlite(db: SqliteExecutor): ClaimDeliveries {
  return (options, read) =>
    db.transaction((execute) => {
      const [past, ahead] = dueConditions(options);
      const longest = execute<DueDelivery>(longestDue(options, db.dialect));
      const connections =
        connectionsOf(longest, options) ??
        execute<DueConnection>(dueConnections(options, db.dialect));
      const sequences = claimShares(connections, options).flatMap(({ connection, count }) => {
        if (connection.sequences) return connection.sequences.slice(0, count);
        const rows = execute<DueDelivery>(
          sql`SELECT sequence FROM deliveries
            WHERE ${waiting} AND account_id = ${connection.account_id}
              AND channel_id = ${connection.id} AND (${past} OR ${ahead})
            ORDER BY due_at LIMIT ${count}`,
        );
        return rows.map(({ sequence }) => sequence);
      });
      if (sequences.length === 0) return [];
      execute(
        sql`UPDATE deliveries SET lease_token = lower(hex(randomblob(8))),
            lease_until = ${options.lease_until}, last_attempt_at = ${options.now},
            attempts = attempts + 1, round_attempts = round_attempts + 1,
            round = round + (round_attempts = 0)
          WHERE ${db.dialect.isIn('sequence', sequences)}`,
      );
      const claimed = sql`(SELECT * FROM deliveries WHERE ${db.dialect.isIn('sequence', sequences)})`;
      return execute<LeasedRow>(read(claimed));
    });
}
