import type { SecretBox } from '../secret-box.ts';
import { isEntitled } from './account-store.ts';
import { type ChangeTimes, type ChannelChanges, changeChannel } from './channel-changes.ts';
import type { MonitorRecord } from './monitor-record.ts';
import { raw, type Sql, sql } from './sql.ts';
import { type SqlExecutor, unmetStatement } from './sql-executor.ts';
import { stopQueuedOfConnection, stopQueuedOfRemoved } from './stop-queued.ts';

export interface ChannelRecord {
  id: string;
  account_id: string;
  platform: 'webhook';
  webhook_url: string;
  /** `null` for all current and future monitors of the account. */
  monitor_id: string | null;
  name: string | null;
  status: 'active' | 'paused' | 'disabled' | 'ended';
  /** Why the connection has ended; otherwise `null`. */
  status_reason: 'monitor_deleted' | null;
  /** As it is stored: encrypted if the server has a secret key. Claimed deliveries have plain text. */
  signing_secret: string;
  /** The secret before the last rotation; events are signed with it too until it expires. */
  previous_secret: string | null;
  previous_secret_expires_at: number | null;
  created_at: number;
}

/**
 * Why a connection was not stored: another one has the same monitors and URL, its monitor does not
 * exist, it has ended and has no new monitors, or it was removed.
 */
export type ChannelConflict = 'duplicate' | 'monitor_deleted' | 'ended' | 'removed';

/** Replaces a signing secret. */
export interface SecretRotation {
  /** The secret to replace. */
  current: string;
  next: string;
  /** When events stop being signed with the current secret. */
  expires_at: number;
}

/** A connection that is for a monitor. */
export interface CoveringChannel extends Pick<ChannelRecord, 'id' | 'account_id' | 'status'> {
  /** Whether it may get events: for a team's monitor, its account needs the webhook permission. */
  is_permitted: boolean;
}

const channelColumns = raw(
  `id, account_id, platform, webhook_url, monitor_id, name, status, status_reason, signing_secret,
  previous_secret, previous_secret_expires_at, created_at`,
);

export function channelStore(db: SqlExecutor, secrets: SecretBox) {
  const get = (id: string) =>
    db.get<ChannelRecord>(sql`SELECT ${channelColumns} FROM channels WHERE id = ${id}`);

  return {
    get,

    /** @returns why nothing was stored; `undefined` if the connection was stored */
    async create(channel: ChannelRecord): Promise<ChannelConflict | undefined> {
      const lockMonitor = channel.status === 'ended' ? [] : lockMonitorOf(channel.monitor_id);
      const unmet = await unmetStatement(
        db.write(
          lockAccount(channel.account_id),
          ...lockMonitor,
          insertChannel(channel, secrets).mustChange(1),
        ),
      );
      if (!unmet) return undefined;
      return lockMonitor.includes(unmet) ? 'monitor_deleted' : 'duplicate';
    },

    /** The number of connections of an account. */
    countOf: async (accountId: string): Promise<number> =>
      (
        await db.get<{ count: number }>(
          sql`SELECT count(*) AS count FROM channels WHERE account_id = ${accountId}`,
        )
      )?.count ?? 0,

    /** Oldest first. */
    list: (accountId: string) =>
      db.all<ChannelRecord>(
        sql`SELECT ${channelColumns} FROM channels WHERE account_id = ${accountId}
          ORDER BY created_at, id`,
      ),

    /** The connection of the account that has the same monitors and URL. */
    duplicate: (channel: ChannelRecord) =>
      db.get<ChannelRecord>(
        sql`SELECT ${channelColumns} FROM channels WHERE ${isDuplicate(channel)}`,
      ),

    /**
     * Changes the given fields, and what follows from the status: a disabled or paused connection
     * stops its queued deliveries, and an active one resumes those that a pause holds. New monitors
     * make a connection active that has ended.
     *
     * @returns the connection, or why nothing was stored
     */
    async update(
      { id, account_id }: Pick<ChannelRecord, 'id' | 'account_id'>,
      changes: ChannelChanges,
      times: ChangeTimes,
    ): Promise<ChannelRecord | ChannelConflict> {
      const lockMonitor = lockMonitorOf(changes.monitor_id);
      const unmet = await unmetStatement(
        db.write(lockAccount(account_id), ...lockMonitor, ...changeChannel(id, changes, times)),
      );
      const { status } = changes;
      if (!unmet && (status === 'paused' || status === 'disabled')) {
        await stopQueuedOfConnection(db, { id, account_id }, status);
      }
      const channel = await get(id);
      if (!channel) return 'removed';
      if (!unmet) return channel;
      if (lockMonitor.includes(unmet)) return 'monitor_deleted';
      return channel.status === 'ended' && changes.monitor_id === undefined ? 'ended' : 'duplicate';
    },

    /** @returns `false`, and stores nothing, if another rotation has replaced the secret */
    async rotateSecret(
      id: string,
      { current, next, expires_at }: SecretRotation,
    ): Promise<boolean> {
      const replace = (stored: string) =>
        unmetStatement(
          db.write(
            sql`UPDATE channels SET signing_secret = ${secrets.seal(next, id)},
                previous_secret = signing_secret, previous_secret_expires_at = ${expires_at}
              WHERE id = ${id} AND signing_secret = ${stored}`.mustChange(1),
          ),
        );
      let stored: string | undefined = current;
      while (await replace(stored)) {
        // Servers that have just started may have encrypted the same secret with other keys.
        stored = (await get(id))?.signing_secret;
        if (stored === undefined || secrets.open(stored, id) !== secrets.open(current, id)) {
          return false;
        }
      }
      return true;
    },

    /** Whether {@link sealSecrets} would change a secret. */
    async hasUnsealedSecrets(): Promise<boolean> {
      return (await db.get(selectToSeal(secrets, ''))) !== undefined;
    },

    /**
     * Stores all secrets as new ones are stored: encrypted with the current key, or as plain text.
     * Another process may change connections at the same time.
     *
     * @returns the number of changed connections
     * @throws {StoreUnavailable} if a secret is encrypted with a key that is not known
     */
    async sealSecrets(): Promise<number> {
      let changed = 0;
      for (let after = ''; ; ) {
        const rows = await db.all<StoredSecrets>(selectToSeal(secrets, after));
        for (const { id, signing_secret, previous_secret } of rows) {
          const seal = (stored: string) => secrets.seal(secrets.open(stored, id), id);
          const previous = previous_secret === null ? null : seal(previous_secret);
          const updated = await db.write(
            sql`UPDATE channels
              SET signing_secret = ${seal(signing_secret)}, previous_secret = ${previous}
              WHERE id = ${id} AND signing_secret = ${signing_secret}
                AND previous_secret IS NOT DISTINCT FROM CAST(${previous_secret} AS text)
              RETURNING id`,
          );
          changed += updated.length;
        }
        const last = rows.at(-1);
        if (!last || rows.length < sealBatchSize) return changed;
        after = last.id;
      }
    },

    /** Deletes the connection and stops its queued deliveries. */
    async delete(id: string): Promise<void> {
      const [removed] = await db.write<{ account_id: string }>(
        sql`DELETE FROM channels WHERE id = ${id} RETURNING account_id`,
      );
      if (!removed) return;
      await stopQueuedOfRemoved(db, { id, ...removed });
    },

    /**
     * The connections that receive a monitor's events, now or after a pause, if their accounts are
     * entitled.
     */
    async covering(
      monitor: Pick<MonitorRecord, 'id' | 'owner_id' | 'team_id'>,
    ): Promise<CoveringChannel[]> {
      const { id, owner_id, team_id } = monitor;
      const rows = await db.all<Omit<CoveringChannel, 'is_permitted'> & { is_permitted: number }>(
        sql`SELECT id, account_id, status,
            CASE WHEN ${team_id === null ? sql`true` : hasPermission(sql`${team_id}`)}
              THEN 1 ELSE 0 END AS is_permitted
          FROM channels
          WHERE status IN ('active', 'paused') AND (monitor_id = ${id}
            OR (monitor_id IS NULL AND account_id = ${owner_id}))
            AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = account_id AND ${isEntitled})
          ORDER BY created_at, id`,
      );
      return rows.map(({ id: channelId, account_id, status, is_permitted }) => ({
        id: channelId,
        account_id,
        status,
        is_permitted: is_permitted === 1,
      }));
    },

    /**
     * The recurring monitors of teams that the account's connections are for, but whose events they
     * do not get, because the account lacks the webhook permission of the team. Oldest first.
     */
    notCovered: (accountId: string) =>
      db.all<{ channel_id: string; monitor_id: string }>(
        sql`SELECT channels.id AS channel_id, m.id AS monitor_id FROM channels
          JOIN monitors m ON m.id = channels.monitor_id
          WHERE channels.account_id = ${accountId} AND ${lacksPermission}
          UNION ALL
          SELECT channels.id, m.id FROM channels
          JOIN monitors m ON m.owner_id = channels.account_id
          WHERE channels.account_id = ${accountId} AND channels.monitor_id IS NULL
            AND ${lacksPermission}
          ORDER BY 2`,
      ),
  };
}

type StoredSecrets = Pick<ChannelRecord, 'id' | 'signing_secret' | 'previous_secret'>;

const sealBatchSize = 200;

/** Selects connections whose secrets are not stored as new ones are. */
function selectToSeal({ prefix }: SecretBox, after: string): Sql {
  const condition = (column: string) =>
    prefix === undefined
      ? sql`${raw(column)} LIKE 'enc1.%'`
      : sql`${raw(column)} NOT LIKE ${`${prefix}%`}`;
  return sql`SELECT id, signing_secret, previous_secret FROM channels
    WHERE id > ${after} AND (${condition('signing_secret')} OR ${condition('previous_secret')})
    ORDER BY id LIMIT ${sealBatchSize}`;
}

/** Inserts the connection unless another one has the same monitors and URL. */
export function insertChannel(channel: ChannelRecord, secrets: SecretBox): Sql {
  const { id, previous_secret } = channel;
  const previous = previous_secret === null ? null : secrets.seal(previous_secret, id);
  return sql`INSERT INTO channels (${channelColumns})
    SELECT ${channel.id}, ${channel.account_id}, ${channel.platform}, ${channel.webhook_url},
      ${channel.monitor_id}, ${channel.name}, ${channel.status}, ${channel.status_reason},
      ${secrets.seal(channel.signing_secret, id)}, ${previous}, ${channel.previous_secret_expires_at},
      ${channel.created_at}
    WHERE NOT EXISTS (SELECT 1 FROM channels WHERE ${isDuplicate(channel)})`;
}

/** Locks the account, so that concurrent changes of its connections run one after another. */
function lockAccount(id: string): Sql {
  return sql`UPDATE accounts SET name = name WHERE id = ${id}`;
}

/** Keeps the monitor of a connection from being deleted. Fails the transaction if it was. */
function lockMonitorOf(monitorId: string | null | undefined): Sql[] {
  if (monitorId === null || monitorId === undefined) return [];
  return [sql`UPDATE monitors SET title = title WHERE id = ${monitorId}`.mustChange(1)];
}

/** A condition: the account of the connection has the webhook permission of the team. */
function hasPermission(teamId: Sql): Sql {
  return sql`EXISTS (SELECT 1 FROM team_members t
    WHERE t.team_id = ${teamId} AND t.account_id = channels.account_id AND t.webhooks = 1)`;
}

/** A condition: the account of the connection lacks the permission for the team of monitor `m`. */
const lacksPermission = sql`m.team_id IS NOT NULL AND m.every_minutes IS NOT NULL
  AND NOT ${hasPermission(sql`m.team_id`)}`;

/** A condition: the row is another connection of the account for the same monitors and URL. */
function isDuplicate({ id, account_id, webhook_url, monitor_id }: ChannelRecord): Sql {
  return sql`account_id = ${account_id} AND webhook_url = ${webhook_url}
    AND monitor_id IS NOT DISTINCT FROM ${monitor_id} AND id <> ${id}`;
}
