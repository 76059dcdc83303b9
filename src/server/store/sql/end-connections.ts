import { type Sql, sql } from './sql.ts';
import { queuedFor, stopQueued } from './stop-queued.ts';

/** Statements that end the connections of a deleted monitor and stop their queued deliveries. */
export function endConnections(monitorId: string): Sql[] {
  return [
    sql`UPDATE channels SET status = 'ended', status_reason = 'monitor_deleted'
      WHERE monitor_id = ${monitorId}`,
    stopQueued(queuedFor.monitor(monitorId), 'monitor_deleted'),
    stopQueued(queuedFor.connectionsOf(monitorId), 'monitor_deleted'),
  ];
}
