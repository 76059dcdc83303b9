import { raw, type Sql, sql } from './sql.ts';
import { resumeHeld } from './stop-queued.ts';

/** New values of a connection; fields that are missing stay the same. */
export interface ChannelChanges {
  webhook_url?: string;
  monitor_id?: string | null;
  name?: string | null;
  status?: 'active' | 'paused' | 'disabled';
}

export interface ChangeTimes {
  now: number;
  /** When the oldest delivery was created that an active connection resumes after a pause. */
  resumeFrom: number;
}

/**
 * Statements that change a connection, and make deliveries due that a pause holds if it becomes active.
 * They fail the transaction if it was removed, if another connection has the same monitors and URL, or if
 * it has ended and gets another status without new monitors.
 */
export function changeChannel(id: string, changes: ChannelChanges, times: ChangeTimes): Sql[] {
  const resume = resumeHeld(id, { now: times.now, from: times.resumeFrom });
  return [
    updateFields(id, changes).mustChange(1),
    ...(changes.status === 'active' ? [resume] : []),
  ];
}

function updateFields(id: string, changes: ChannelChanges): Sql {
  const { webhook_url, monitor_id, name, status } = changes;
  const hasNewScope = monitor_id !== undefined;
  const revived = raw("CASE WHEN status = 'ended' THEN 'active' ELSE status END");
  const assignments = [
    sql`status = ${status ?? (hasNewScope ? revived : raw('status'))}`,
    ...(hasNewScope ? [sql`monitor_id = ${monitor_id}, status_reason = NULL`] : []),
    ...(webhook_url === undefined ? [] : [sql`webhook_url = ${webhook_url}`]),
    ...(name === undefined ? [] : [sql`name = ${name}`]),
  ].reduce((list, assignment) => sql`${list}, ${assignment}`);
  return sql`UPDATE channels SET ${assignments}
    WHERE id = ${id} ${status && !hasNewScope ? raw("AND status <> 'ended'") : raw('')}
      AND NOT EXISTS (
        SELECT 1 FROM channels AS other
        WHERE other.account_id = channels.account_id AND other.id <> channels.id
          AND other.webhook_url = ${webhook_url ?? raw('channels.webhook_url')}
          AND other.monitor_id IS NOT DISTINCT FROM
            ${hasNewScope ? monitor_id : raw('channels.monitor_id')})`;
}
