import { errorMessage } from '../../../node/error-message.ts';
import type { SecretBox } from '../secret-box.ts';
import { type ChannelRecord, channelColumns } from './channel-store.ts';
import {
  type AttemptCounts,
  type DeliveryRecord,
  deliveryColumns,
  insertDeliveries,
  isLiveRow,
  type NewDelivery,
} from './deliveries.ts';
import { type ClaimOptions, waiting } from './due-deliveries.ts';
import { type DeliveryFilter, listDeliveries } from './list-deliveries.ts';
import type { MonitorRecord } from './monitor-record.ts';
import type { Listed } from './row-position.ts';
import { type DeliverySettlement, settleDeliveries } from './settle-deliveries.ts';
import { type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** What the deliveries of a run share. */
type Payload = Pick<NewDelivery, 'payload' | 'traceparent'>;

/** The fields of a delivery that an attempt needs. */
type DeliveryToAttempt = AttemptCounts &
  Pick<
    NewDelivery,
    | 'event_id'
    | 'type'
    | 'channel_id'
    | 'account_id'
    | 'monitor_id'
    | 'traceparent'
    | 'status'
    | 'last_status_code'
    | 'last_error'
  > & {
    /** As in {@link NewDelivery}; `null` if it was deleted. */
    payload: string | null;
  };

/** A connection with its secrets in plain text. */
export type ClaimedConnection =
  | ChannelRecord
  | (Omit<ChannelRecord, 'signing_secret'> & {
      /** The secret cannot be decrypted. */
      signing_secret: undefined;
      /** Why. */
      secret_error: string;
    });

/** A delivery leased for one attempt, with the state that decides whether it may be sent. */
export interface ClaimedDelivery extends DeliveryToAttempt {
  lease_token: string;
  /** The current connection; `undefined` if it was deleted. */
  connection: ClaimedConnection | undefined;
  /** Whether the account of the connection has a plan. */
  has_plan: boolean;
  /** Whether the operator disabled its account. */
  is_disabled: boolean;
  /** The current owner and team of the monitor; `undefined` if the monitor was deleted. */
  monitor: Pick<MonitorRecord, 'owner_id' | 'team_id'> | undefined;
  /** Whether the connection's account may connect the team's monitors to webhooks. */
  team_webhooks: boolean;
}

/** Attempts in flight of a connection. */
export interface LeasedCount {
  channel_id: string;
  /** `null` if the connection was removed. */
  webhook_url: string | null;
  count: number;
}

/**
 * Leases due deliveries and counts their attempts. Resolves with the rows of `read`, a query on a table
 * expression with the claimed deliveries.
 */
export type ClaimDeliveries = (
  options: ClaimOptions,
  read: (claimed: Sql) => Sql,
) => Promise<LeasedRow[]>;

export type LeasedRow = Omit<DeliveryToAttempt, keyof Payload> & {
  payload_id: string;
  lease_token: string;
  has_plan: number;
  is_disabled: number;
  owner_id: string | null;
  team_id: string | null;
  team_webhooks: number | null;
};

export type OutboxStore = ReturnType<typeof outboxStore>;

export function outboxStore(db: SqlExecutor, claimDeliveries: ClaimDeliveries, secrets: SecretBox) {
  /** Resolves when all earlier settlements are stored or have failed. */
  let settling: Promise<unknown> = Promise.resolve();

  /** Reads leased deliveries with the current state of their monitors: rows of {@link LeasedRow}. */
  const selectLeased = (
    leased: Sql,
  ) => sql`SELECT d.event_id, d.type, d.channel_id, d.account_id, d.monitor_id, d.round, d.attempts,
      d.round_attempts, d.status, d.last_status_code, d.last_error, d.lease_token,
      d.payload_id, m.owner_id, m.team_id,
      t.webhooks AS team_webhooks, CASE a.plan WHEN 'none' THEN 0 ELSE 1 END AS has_plan,
      CASE WHEN a.disabled_at IS NULL THEN 0 ELSE 1 END AS is_disabled
    FROM ${leased} AS d
    LEFT JOIN accounts a ON a.id = d.account_id
    LEFT JOIN monitors m ON m.id = d.monitor_id
    LEFT JOIN team_members t ON t.team_id = m.team_id AND t.account_id = d.account_id`;

  const readLeased = async (condition: Sql): Promise<ClaimedDelivery[]> =>
    withShared(
      await db.all<LeasedRow>(
        selectLeased(sql`(SELECT * FROM deliveries WHERE ${isLiveRow} AND ${condition})`),
      ),
    );

  /** Adds what deliveries have in common, read once: payloads and the current connections. */
  async function withShared(rows: readonly LeasedRow[]): Promise<ClaimedDelivery[]> {
    const [payloads, connections] = await Promise.all([
      payloadsById(rows.map(({ payload_id }) => payload_id)),
      connectionsById(rows.map(({ channel_id }) => channel_id)),
    ]);
    // Without rest properties, which take a tenth of the processor time of a delivery.
    return rows.map((row) => ({
      ...row,
      payload: payloads.get(row.payload_id)?.payload ?? null,
      traceparent: payloads.get(row.payload_id)?.traceparent ?? null,
      connection: connections.get(row.channel_id),
      monitor: row.owner_id === null ? undefined : { owner_id: row.owner_id, team_id: row.team_id },
      team_webhooks: row.team_webhooks === 1,
      has_plan: row.has_plan === 1,
      is_disabled: row.is_disabled === 1,
    }));
  }

  async function payloadsById(ids: readonly string[]): Promise<Map<string, Payload>> {
    if (ids.length === 0) return new Map();
    const condition = db.dialect.isIn('id', [...new Set(ids)]);
    const payloads = await db.all<Payload & { id: string }>(
      sql`SELECT id, payload, traceparent FROM payloads WHERE ${condition}`,
    );
    return new Map(payloads.map((stored) => [stored.id, stored]));
  }

  async function connectionsById(ids: readonly string[]): Promise<Map<string, ClaimedConnection>> {
    if (ids.length === 0) return new Map();
    const condition = db.dialect.isIn('id', [...new Set(ids)]);
    const connections = await db.all<ChannelRecord>(
      sql`SELECT ${channelColumns} FROM channels WHERE ${condition}`,
    );
    return new Map(connections.map((stored) => [stored.id, withSecrets(stored)]));
  }

  /** The connection with its secrets in plain text; `undefined` for secrets that cannot be read. */
  function withSecrets(stored: ChannelRecord): ClaimedConnection {
    const { id, signing_secret, previous_secret } = stored;
    try {
      return {
        ...stored,
        signing_secret: secrets.open(signing_secret, id),
        previous_secret: previous_secret === null ? null : secrets.open(previous_secret, id),
      };
    } catch (error) {
      return { ...stored, signing_secret: undefined, secret_error: errorMessage(error) };
    }
  }

  return {
    /** Stores a delivery that does not belong to a run. */
    async add(delivery: NewDelivery): Promise<void> {
      await db.write(...insertDeliveries(db.dialect, [delivery]));
    },

    /**
     * Claims due deliveries: first by the fewest attempts in flight for their connection, then by
     * the longest time since they were due. Counts each attempt, and the round that it begins,
     * before it is made, so that a crash cannot lead to more attempts than allowed.
     */
    async claim(options: ClaimOptions): Promise<ClaimedDelivery[]> {
      if (!db.ordersWrites) await settling;
      return withShared(await claimDeliveries(options, selectLeased));
    },

    /** The number of attempts in flight of each connection, of all processes. */
    leased: (now: number) =>
      db.all<LeasedCount>(
        sql`SELECT d.channel_id, max(c.webhook_url) AS webhook_url, count(*) AS count
          FROM deliveries d LEFT JOIN channels c ON c.id = d.channel_id
          WHERE d.${isLiveRow} AND d.lease_token IS NOT NULL AND d.lease_until > ${now} GROUP BY d.channel_id`,
      ),

    /** Finds deliveries with an expired lease: the attempt counts, its outcome is unknown. */
    expiredClaims: (now: number): Promise<ClaimedDelivery[]> =>
      readLeased(sql`lease_token IS NOT NULL AND lease_until <= ${now}`),

    /** Reads a claim again; `undefined` if its lease was lost. */
    async reread({ event_id, lease_token }: ClaimedDelivery): Promise<ClaimedDelivery | undefined> {
      const [current] = await readLeased(
        sql`event_id = ${event_id} AND lease_token = ${lease_token}`,
      );
      return current;
    },

    /**
     * Stores the outcomes in one transaction. Ignores those whose lease was lost. Later
     * `claim()` and `nextDue()` calls of this process see these settlements.
     */
    async settle(settlements: readonly DeliverySettlement[]): Promise<void> {
      const settled = db.write(...settleDeliveries(db.dialect, settlements));
      settling = Promise.allSettled([settling, settled]);
      await settled;
    },

    /** When the next delivery is due or a lease expires; `undefined` if there is neither. */
    async nextDue(): Promise<number | undefined> {
      await settling;
      const row = await db.get<{ due: number | null }>(
        sql`SELECT min(due) AS due FROM (
            SELECT min(${db.dialect.dueTime}) AS due FROM ${db.dialect.liveDeliveries} WHERE ${waiting}
            UNION ALL
            SELECT min(lease_until) FROM ${db.dialect.liveDeliveries} WHERE lease_token IS NOT NULL
          ) AS next`,
      );
      return row?.due ?? undefined;
    },

    /**
     * The ids of the queued events without a settled attempt.
     *
     * @param attempted the number of attempts that do not count, because they were made before
     */
    async unattempted(eventIds: readonly string[], attempted = 0): Promise<string[]> {
      const rows = await db.all<{ event_id: string }>(
        sql`SELECT event_id FROM deliveries WHERE ${isLiveRow} AND ${db.dialect.isIn('event_id', eventIds)}
          AND (attempts = ${attempted} AND due_at IS NOT NULL
            OR attempts = ${attempted + 1} AND lease_token IS NOT NULL)`,
      );
      return rows.map(({ event_id }) => event_id);
    },

    get: (eventId: string) =>
      db.get<DeliveryRecord>(
        sql`SELECT ${deliveryColumns} FROM deliveries WHERE event_id = ${eventId}`,
      ),

    /** Those that are pending or retrying first, each part newest first. */
    list: (accountId: string, limit: number, filter: DeliveryFilter = {}) =>
      db.all<Listed<DeliveryRecord>>(listDeliveries(accountId, limit, filter)),

    /** The deliveries of the runs, in the order in which they were stored. */
    ofRuns: (runIds: readonly string[]) =>
      db.all<DeliveryRecord>(
        sql`SELECT ${deliveryColumns} FROM deliveries
          WHERE payload_id IN (SELECT id FROM payloads WHERE ${db.dialect.isIn('run_id', runIds)})
          ORDER BY sequence`,
      ),
  };
}
