import { isLiveRow, type StopReason } from './deliveries.ts';
import type { Dialect } from './dialect.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** Deliveries to stop. */
interface QueuedDeliveries {
  /** A condition: deliveries of a connection or of a monitor, or some of them. */
  isOne: Sql;
  reason: StopReason;
  /** A table and a condition for the row because of which they are stopped; default: none is needed. */
  cause?: Sql;
}

/** A connection, which may be removed. */
interface Channel {
  id: string;
  account_id: string;
}

/** Maximum number of deliveries of each state that one transaction stops. */
const batchSize = 1000;

/** Deliveries that continue when their connection becomes active again. */
const heldByPause: Sql = sql`status = 'stopped' AND last_error = 'connection_paused'`;

/**
 * Stops queued deliveries, including those that a pause holds. An attempt in flight may still deliver its
 * event, but is not retried. Store their cause before: then no further ones are sent, also if this is
 * interrupted, because the cause is checked before each attempt.
 */
async function stopQueued(db: SqlExecutor, queued: QueuedDeliveries): Promise<void> {
  const { cause } = queued;
  // The cause cannot end between the two statements, so that nothing is stopped after it has.
  const lock = cause ? [sql`SELECT 0 AS stopped FROM ${cause} ${db.dialect.lockRows}`] : [];
  // Deliveries that another transaction claims or settles come last: a settlement moves its row, which
  // fails statements that wait for it.
  for (const skipLocked of [db.dialect.skipLocked, raw('')]) {
    for (let stopped = batchSize; stopped >= batchSize; ) {
      const rows = await db.write<{ stopped: number }>(
        ...lock,
        stopBatch(db.dialect, queued, skipLocked),
      );
      stopped = rows.filter((row) => row.stopped === 1).length;
    }
  }
}

/** Stops the queued deliveries of an account's connections. */
export async function stopQueuedOfAccount(
  db: SqlExecutor,
  id: string,
  reason: 'account_disabled' | 'plan_lapsed',
): Promise<void> {
  const isCause = reason === 'plan_lapsed' ? sql`plan = 'none'` : sql`disabled_at IS NOT NULL`;
  const cause = sql`accounts WHERE id = ${id} AND ${isCause}`;
  const channels = await db.all<Channel>(
    sql`SELECT id, account_id FROM channels WHERE account_id = ${id} ORDER BY id`,
  );
  for (const channel of channels) {
    await stopQueued(db, { isOne: isOfChannel(channel), reason, cause });
  }
}

/** Stops the queued deliveries of a connection that was removed. */
export function stopQueuedOfRemoved(db: SqlExecutor, channel: Channel): Promise<void> {
  return stopQueued(db, { isOne: isOfChannel(channel), reason: 'connection_removed' });
}

/** Stops the queued deliveries of a connection that is paused or disabled. */
export function stopQueuedOfConnection(
  db: SqlExecutor,
  channel: Channel,
  status: 'paused' | 'disabled',
): Promise<void> {
  const cause = sql`channels WHERE id = ${channel.id} AND status = ${status}`;
  return stopQueued(db, { isOne: isOfChannel(channel), reason: `connection_${status}`, cause });
}

/** Stops the queued deliveries of a deleted monitor, and of the connections that covered only it. */
export async function stopQueuedOfMonitor(db: SqlExecutor, id: string): Promise<void> {
  const reason = 'monitor_deleted';
  await stopQueued(db, { isOne: sql`monitor_id = ${id}`, reason });
  const channels = await db.all<Channel>(
    sql`SELECT id, account_id FROM channels WHERE monitor_id = ${id} ORDER BY id`,
  );
  for (const channel of channels) {
    const cause = sql`channels WHERE id = ${channel.id} AND monitor_id = ${id}`;
    await stopQueued(db, { isOne: isOfChannel(channel), reason, cause });
  }
}

/** Stops the queued deliveries of a team's monitors for an account without its webhook permission. */
export async function stopQueuedOfMember(
  db: SqlExecutor,
  teamId: string,
  accountId: string,
): Promise<void> {
  const ofTeam = sql`SELECT id FROM monitors WHERE team_id = ${teamId}`;
  const isOne = sql`account_id = ${accountId} AND ${db.dialect.isAmong('monitor_id', ofTeam)}`;
  const cause = sql`accounts WHERE id = ${accountId} AND NOT EXISTS (SELECT 1 FROM team_members
    WHERE team_id = ${teamId} AND account_id = ${accountId} AND webhooks = 1)`;
  await stopQueued(db, { isOne, reason: 'permission_withdrawn', cause });
}

/** Stops the queued deliveries of a monitor, which has no team any more, for others than its owner. */
export async function stopQueuedOfOthers(
  db: SqlExecutor,
  { id, owner_id }: { id: string; owner_id: string },
): Promise<void> {
  const cause = sql`monitors WHERE id = ${id} AND team_id IS NULL`;
  const isOne = sql`monitor_id = ${id} AND account_id <> ${owner_id}`;
  await stopQueued(db, { isOne, reason: 'monitor_not_owned', cause });
}

/** The account comes first in the index of deliveries that wait. */
function isOfChannel({ id, account_id }: Channel): Sql {
  return sql`account_id = ${account_id} AND channel_id = ${id}`;
}

function stopBatch(
  dialect: Dialect,
  { isOne, reason, cause }: QueuedDeliveries,
  skipLocked: Sql,
): Sql {
  const isPause = reason === 'connection_paused';
  const partition_time = isPause ? 'partition_time' : 'created_at';
  const batch = (condition: Sql) => sql`SELECT sequence FROM (
      SELECT sequence FROM ${dialect.liveDeliveries} WHERE ${isLiveRow} AND ${condition} AND ${isOne}
      LIMIT ${batchSize} ${skipLocked}
    ) AS batch`;
  // Each part of the union uses a partial index. The condition after it is checked again after waiting
  // for a lock.
  const [first = raw(''), ...others] = [...dialect.queued, ...(isPause ? [] : [heldByPause])].map(
    batch,
  );
  const found = others.reduce((before, part) => sql`${before} UNION ALL ${part}`, first);
  return sql`UPDATE deliveries SET status = 'stopped', due_at = NULL, last_error = ${reason},
      partition_time = CASE WHEN lease_token IS NULL THEN ${raw(partition_time)} ELSE partition_time END,
      first_status = CASE WHEN lease_token IS NULL
        THEN coalesce(first_status, 'stopped') ELSE first_status END,
      first_error = CASE WHEN lease_token IS NULL AND first_status IS NULL
        THEN ${reason} ELSE first_error END
    WHERE ${isLiveRow} AND ${dialect.isAmong('sequence', found)}
      AND (due_at IS NOT NULL ${isPause ? raw('') : sql`OR (${heldByPause})`})
      ${cause ? sql`AND EXISTS (SELECT 1 FROM ${cause})` : raw('')}
    RETURNING 1 AS stopped`;
}

/** A statement that makes the deliveries of a connection due that a pause holds. */
export function resumeHeld(channelId: string, { now, from }: { now: number; from: number }): Sql {
  return resume(
    sql`${now}`,
    sql`channel_id = ${channelId} AND ${heldByPause} AND created_at >= ${from}`,
  );
}

/** A statement that makes settled deliveries due that a pause holds if it has already ended. */
export function resumeSettled(isSettled: Sql): Sql {
  return resume(
    sql`last_attempt_at`,
    sql`${isSettled} AND ${heldByPause}
      AND channel_id IN (SELECT id FROM channels WHERE status = 'active')`,
  );
}

function resume(dueAt: Sql, condition: Sql): Sql {
  return sql`UPDATE deliveries SET due_at = ${dueAt}, last_error = NULL, settled_at = NULL,
      status = CASE WHEN attempts = 0 THEN 'pending' ELSE 'retrying' END
    WHERE ${isLiveRow} AND ${condition}`;
}
