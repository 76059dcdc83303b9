import type { MonitorRecord } from './monitor-store.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';
import { queuedFor, stopQueued } from './stop-queued.ts';

export interface ChannelRecord {
  id: string;
  account_id: string;
  platform: 'webhook';
  webhook_url: string;
  /** `null` for all current and future monitors of the account. */
  monitor_id: string | null;
  name: string | null;
  status: 'active' | 'disabled';
  signing_secret: string;
  created_at: number;
}

export const channelColumns = raw(
  'id, account_id, platform, webhook_url, monitor_id, name, status, signing_secret, created_at',
);

export function channelStore(db: SqlExecutor) {
  /** @returns the connection that the channel would duplicate; nothing is written then */
  async function writeUnlessDuplicate(channel: ChannelRecord, ...writes: readonly Sql[]) {
    const [row] = await db.write<ChannelRecord>(
      // Locks the account, so that concurrent changes of its connections run one after another.
      sql`UPDATE accounts SET name = name WHERE id = ${channel.account_id}`,
      ...writes,
      sql`SELECT ${channelColumns} FROM channels WHERE ${isDuplicate(channel)}`,
    );
    return row;
  }

  return {
    /**
     * Stores nothing if the account has a connection with the same monitors and URL.
     *
     * @returns that connection
     */
    create: (channel: ChannelRecord): Promise<ChannelRecord | undefined> =>
      writeUnlessDuplicate(
        channel,
        sql`INSERT INTO channels (${channelColumns})
          SELECT ${channel.id}, ${channel.account_id}, ${channel.platform}, ${channel.webhook_url},
            ${channel.monitor_id}, ${channel.name}, ${channel.status}, ${channel.signing_secret},
            ${channel.created_at}
          WHERE NOT EXISTS (SELECT 1 FROM channels WHERE ${isDuplicate(channel)})`,
      ),

    get: (id: string) =>
      db.get<ChannelRecord>(sql`SELECT ${channelColumns} FROM channels WHERE id = ${id}`),

    /** Oldest first. */
    list: (accountId: string) =>
      db.all<ChannelRecord>(
        sql`SELECT ${channelColumns} FROM channels WHERE account_id = ${accountId}
          ORDER BY created_at, id`,
      ),

    /**
     * Updates the URL, monitors, name and status, unless another connection has the same monitors
     * and URL.
     *
     * @returns the other connection
     */
    update: (channel: ChannelRecord): Promise<ChannelRecord | undefined> =>
      writeUnlessDuplicate(
        channel,
        sql`UPDATE channels SET webhook_url = ${channel.webhook_url},
            monitor_id = ${channel.monitor_id}, name = ${channel.name}, status = ${channel.status}
          WHERE id = ${channel.id}
            AND NOT EXISTS (SELECT 1 FROM channels WHERE ${isDuplicate(channel)})`,
        ...(channel.status === 'disabled'
          ? [stopQueued(queuedFor.connection(channel.id), 'connection_disabled')]
          : []),
      ),

    /** Deletes the connection and stops its queued deliveries. */
    async delete(id: string): Promise<void> {
      await db.write(
        sql`DELETE FROM channels WHERE id = ${id}`,
        stopQueued(queuedFor.connection(id), 'connection_removed'),
      );
    },

    /**
     * The active connections that receive a monitor's events. Their accounts have a plan and, for a
     * team's monitor, the webhook permission of the team.
     */
    covering: ({ id, owner_id, team_id }: Pick<MonitorRecord, 'id' | 'owner_id' | 'team_id'>) =>
      db.all<ChannelRecord>(
        sql`SELECT ${channelColumns} FROM channels
          WHERE status = 'active' AND (monitor_id = ${id}
            OR (monitor_id IS NULL AND account_id = ${owner_id}))
            AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = account_id AND a.plan = 'active')
            AND ${team_id === null ? sql`true` : hasPermission(team_id)}
          ORDER BY created_at, id`,
      ),
  };
}

/** A condition: the account of the connection has the webhook permission of the team. */
function hasPermission(teamId: string): Sql {
  return sql`EXISTS (SELECT 1 FROM team_members t
    WHERE t.team_id = ${teamId} AND t.account_id = channels.account_id AND t.webhooks = 1)`;
}

/** A condition: the row is another connection of the account for the same monitors and URL. */
function isDuplicate({ id, account_id, webhook_url, monitor_id }: ChannelRecord): Sql {
  return sql`account_id = ${account_id} AND webhook_url = ${webhook_url}
    AND monitor_id IS NOT DISTINCT FROM ${monitor_id} AND id <> ${id}`;
}
