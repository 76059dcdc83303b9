import type { Owner } from './account-store.ts';
import { type ChannelRecord, channelColumns } from './channel-store.ts';
import {
  type AttemptCounts,
  type DeliveryProgress,
  type DeliveryRecord,
  deliveryColumns,
  insertDeliveries,
  type NewDelivery,
  progressColumns,
} from './deliveries.ts';
import { type ClaimOptions, waiting } from './due-deliveries.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** The fields of a delivery that an attempt needs. */
type DeliveryToAttempt = AttemptCounts &
  Pick<NewDelivery, 'event_id' | 'type' | 'channel_id' | 'account_id' | 'monitor_id' | 'payload'>;

/** A delivery with the lease for one attempt, and the conditions for that attempt. */
export interface ClaimedDelivery extends DeliveryToAttempt {
  lease_token: string;
  /** The current connection; `undefined` if it was deleted. */
  connection: ChannelRecord | undefined;
  /** The current owner of the monitor; `undefined` if the monitor was deleted. */
  owner: Owner | undefined;
  /** Whether the connection's account may connect the team's monitors to webhooks. */
  team_webhooks: boolean;
}

/** The outcome of an attempt. It is only stored if the delivery still has this lease. */
export interface DeliverySettlement {
  event_id: string;
  lease_token: string;
  progress: DeliveryProgress;
}

/** Leases due deliveries and counts their attempts. Resolves with their `sequence` numbers. */
export type ClaimDeliveries = (options: ClaimOptions) => Promise<number[]>;

type LeasedRow = DeliveryToAttempt & {
  lease_token: string;
  owner_type: Owner['type'] | null;
  owner_id: string | null;
  team_webhooks: number | null;
};

const setProgress = raw(progressColumns.map((name) => `${name} = given.${name}`).join(', '));

export type OutboxStore = ReturnType<typeof outboxStore>;

export function outboxStore(db: SqlExecutor, claimDeliveries: ClaimDeliveries) {
  /** The settlements that are being stored. */
  let settling: Promise<unknown> = Promise.resolve();

  /** Leased deliveries with the current conditions for their attempts. */
  async function leased(condition: Sql): Promise<ClaimedDelivery[]> {
    const rows = await db.all<LeasedRow>(
      sql`SELECT d.event_id, d.type, d.channel_id, d.account_id, d.monitor_id, d.round, d.attempts,
          d.round_attempts, d.lease_token, p.payload, m.owner_type, m.owner_id,
          t.webhooks AS team_webhooks
        FROM deliveries d
        JOIN payloads p ON p.id = d.payload_id
        LEFT JOIN monitors m ON m.id = d.monitor_id
        LEFT JOIN team_members t
          ON m.owner_type = 'team' AND t.team_id = m.owner_id AND t.account_id = d.account_id
        WHERE ${condition}`,
    );
    const connections = await connectionsById(rows.map(({ channel_id }) => channel_id));
    return rows.map((row) => ({
      ...row,
      connection: connections.get(row.channel_id),
      owner:
        row.owner_type && row.owner_id ? { type: row.owner_type, id: row.owner_id } : undefined,
      team_webhooks: row.team_webhooks === 1,
    }));
  }

  async function connectionsById(ids: readonly string[]): Promise<Map<string, ChannelRecord>> {
    if (ids.length === 0) return new Map();
    const isOne = db.dialect.isIn('id', [...new Set(ids)]);
    const connections = await db.all<ChannelRecord>(
      sql`SELECT ${channelColumns} FROM channels WHERE ${isOne}`,
    );
    return new Map(connections.map((connection) => [connection.id, connection]));
  }

  return {
    /** Stores a delivery that does not belong to a run. */
    async add(delivery: NewDelivery): Promise<void> {
      await db.write(...insertDeliveries(db.dialect, [delivery]));
    },

    /**
     * Claims due deliveries: those of the connections with the fewest attempts in flight first, then
     * the longest due. Counts the attempt, and the round if it begins one, so that a crash cannot
     * lead to more attempts than allowed.
     */
    async claim(options: ClaimOptions): Promise<ClaimedDelivery[]> {
      if (!db.ordersWrites) await settling;
      const claimed = await claimDeliveries(options);
      return claimed.length === 0 ? [] : leased(db.dialect.isIn('d.sequence', claimed));
    },

    /** Deliveries with an expired lease: their attempt was counted, and its outcome is unknown. */
    expiredClaims: (now: number): Promise<ClaimedDelivery[]> =>
      leased(sql`d.lease_token IS NOT NULL AND d.lease_until <= ${now}`),

    /**
     * Stores the outcomes in one transaction. Those with a lost lease change nothing. Later
     * `claim()` and `nextDue()` calls of this process see these settlements.
     */
    async settle(settlements: readonly DeliverySettlement[]): Promise<void> {
      const statements = db.dialect.forRecords({
        table: 'deliveries',
        columns: ['event_id', 'lease_token', ...progressColumns],
        records: settlements.map(({ progress, ...lease }) => ({ ...progress, ...lease })),
        statement: (given) => sql`
          UPDATE deliveries SET ${setProgress}, lease_token = NULL, lease_until = NULL
          FROM ${given} AS given
          WHERE deliveries.event_id = given.event_id
            AND deliveries.lease_token = given.lease_token`,
      });
      const settled = db.write(...statements);
      settling = Promise.allSettled([settling, settled]);
      await settled;
    },

    /** When the next delivery is due or a lease expires; `undefined` if there is neither. */
    async nextDue(): Promise<number | undefined> {
      await settling;
      const row = await db.get<{ at: number | null }>(
        sql`SELECT min(at) AS at FROM (
            SELECT min(due_at) AS at FROM deliveries WHERE ${waiting}
            UNION ALL
            SELECT min(lease_until) FROM deliveries WHERE lease_token IS NOT NULL
          ) AS next`,
      );
      return row?.at ?? undefined;
    },

    /** The ids of the events without a settled attempt. */
    async unattempted(eventIds: readonly string[]): Promise<string[]> {
      const rows = await db.all<{ event_id: string }>(
        sql`SELECT event_id FROM deliveries WHERE ${db.dialect.isIn('event_id', eventIds)}
          AND (attempts = 0 OR attempts = 1 AND lease_token IS NOT NULL)`,
      );
      return rows.map(({ event_id }) => event_id);
    },

    /** Newest first. */
    list: (accountId: string, limit: number) =>
      db.all<DeliveryRecord>(
        sql`SELECT ${deliveryColumns} FROM deliveries WHERE account_id = ${accountId}
          ORDER BY created_at DESC, sequence DESC LIMIT ${limit}`,
      ),

    /** In the order in which they were stored. */
    ofRuns: (runIds: readonly string[]) =>
      db.all<DeliveryRecord>(
        sql`SELECT ${deliveryColumns} FROM deliveries
          WHERE ${db.dialect.isIn('run_id', runIds)} ORDER BY sequence`,
      ),
  };
}
