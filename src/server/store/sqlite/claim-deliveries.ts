import {
  claimShares,
  connectionsOf,
  type DueConnection,
  type DueDelivery,
  dueConditions,
  dueConnections,
  longestDue,
} from '../sql/due-deliveries.ts';
import { type LeasedRow, leasedColumns, leasedTables } from '../sql/leased-deliveries.ts';
import type { ClaimDeliveries } from '../sql/outbox-store.ts';
import { sql } from '../sql/sql.ts';
import { jsonRows } from './json-rows.ts';
import type { SqliteExecutor } from './sqlite-executor.ts';

const dueColumns = {
  sequence: 'sequence',
  channel_id: 'channel_id',
  account_id: 'account_id',
  webhook_url: 'webhook_url',
};

/** Claims deliveries in one transaction, which may also store concurrent settlements. */
export function claimInSqlite(db: SqliteExecutor): ClaimDeliveries {
  return (options) =>
    db.transaction((execute) => {
      const [past, ahead] = dueConditions(options);
      const due = sql`(${longestDue(options, db.dialect)}) AS due`;
      const longest = jsonRows<DueDelivery>(execute, dueColumns, due);
      const connections =
        connectionsOf(longest, options) ??
        execute<DueConnection>(dueConnections(options, db.dialect));
      const sequences = claimShares(connections, options).flatMap(({ connection, count }) => {
        if (connection.sequences) return connection.sequences.slice(0, count);
        const rows = execute<DueDelivery>(
          sql`SELECT sequence FROM deliveries
            WHERE ${db.dialect.waiting} AND account_id = ${connection.account_id}
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
      return jsonRows<LeasedRow>(execute, leasedColumns, leasedTables(claimed));
    });
}
