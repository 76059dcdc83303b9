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
import { sqliteDialect } from './sqlite-dialect.ts';
import type { SqliteExecutor } from './sqlite-executor.ts';

const claimThese = `
  UPDATE deliveries SET lease_token = lower(hex(randomblob(8))), lease_until = ?,
    last_attempt_at = ?, attempts = attempts + 1, round_attempts = round_attempts + 1,
    round = round + (round_attempts = 0)
  WHERE ${sqliteDialect.isIn('sequence')}`;

const longestDueOfChannel = `
  SELECT sequence FROM deliveries
  WHERE ${waiting} AND channel_id = ? AND (due_at <= ? OR due_at > ?)
  ORDER BY due_at LIMIT ?`;

/** Claims deliveries in one transaction, which concurrent settlements share. */
export function claimInSqlite(executor: SqliteExecutor): ClaimDeliveries {
  return (options) =>
    executor.write((execute) => {
      const { now, lease_until } = options;
      const channels =
        channelsOf(execute<DueDelivery>(longestDue(options)), options) ??
        execute<DueChannel>(dueChannels(options));
      const sequences = claimShares(channels, options).flatMap(({ channel, count }) => {
        if (channel.sequences) return channel.sequences.slice(0, count);
        const values = [channel.id, ...dueTimes(options), count];
        const rows = execute<DueDelivery>({ sql: longestDueOfChannel, values });
        return rows.map(({ sequence }) => sequence);
      });
      execute({ sql: claimThese, values: [lease_until, now, sequences] });
      return sequences;
    });
}
