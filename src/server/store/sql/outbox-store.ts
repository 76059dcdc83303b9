import { errorMessage } from '../../../node/error-message.ts';
import type { SecretBox } from '../secret-box.ts';
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
import { type DeliveryFilter, listDeliveries } from './list-deliveries.ts';
import type { MonitorRecord } from './monitor-record.ts';
import type { Listed } from './row-position.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';
import { resumeSettled } from './stop-queued.ts';

/** The fields of a delivery that an attempt needs. */
type DeliveryToAttempt = AttemptCounts &
  Pick<
    NewDelivery,
    | 'event_id'
    | 'type'
    | 'channel_id'
    | 'account_id'
    | 'monitor_id'
    | 'payload'
    | 'status'
    | 'last_status_code'
    | 'last_error'
  >;

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
  /** The current owner and team of the monitor; `undefined` if the monitor was deleted. */
  monitor: Pick<MonitorRecord, 'owner_id' | 'team_id'> | undefined;
  /** Whether the connection's account may connect the team's monitors to webhooks. */
  team_webhooks: boolean;
}

/** The outcome of an attempt. It is only stored if the delivery still has this lease. */
export interface DeliverySettlement {
  event_id: string;
  lease_token: string;
  progress: DeliveryProgress;
  /** The delivery was not attempted, and is due again. */
  isUnsent?: boolean;
}

/** Leases due deliveries and counts their attempts. Resolves with their `sequence` numbers. */
export type ClaimDeliveries = (options: ClaimOptions) => Promise<number[]>;

type LeasedRow = DeliveryToAttempt & {
  lease_token: string;
  has_plan: number;
  owner_id: string | null;
  team_id: string | null;
  team_webhooks: number | null;
};

const setProgress = raw(progressColumns.map((name) => `${name} = ${settled(name)}`).join(', '));

/**
 * The settled value of a column. A delivery that was stopped during its attempt is not retried, and
 * keeps its reason, which is newer than what the claim has seen.
 */
function settled(name: (typeof progressColumns)[number]): string {
  if (name !== 'status' && name !== 'due_at' && name !== 'last_error') return `input.${name}`;
  return `CASE WHEN deliveries.status = 'stopped'
      AND input.status IN ('pending', 'retrying', 'stopped')
    THEN deliveries.${name} ELSE input.${name} END`;
}

/** Keeps the outcome of the first attempt, which a delivery that is given back has not had. */
const setFirst =
  raw(`first_status = coalesce(deliveries.first_status, nullif(input.status, 'pending')),
  first_status_code = CASE WHEN deliveries.first_status IS NULL
    THEN input.last_status_code ELSE deliveries.first_status_code END,
  first_error = CASE WHEN deliveries.first_status IS NULL
    THEN input.last_error ELSE deliveries.first_error END`);

export type OutboxStore = ReturnType<typeof outboxStore>;

export function outboxStore(db: SqlExecutor, claimDeliveries: ClaimDeliveries, secrets: SecretBox) {
  /** Resolves when all earlier settlements are stored or have failed. */
  let settling: Promise<unknown> = Promise.resolve();

  /** Reads leased deliveries with the current state of their connections and monitors. */
  async function readLeased(condition: Sql): Promise<ClaimedDelivery[]> {
    const rows = await db.all<LeasedRow>(
      sql`SELECT d.event_id, d.type, d.channel_id, d.account_id, d.monitor_id, d.round, d.attempts,
          d.round_attempts, d.status, d.last_status_code, d.last_error, d.lease_token, p.payload, m.owner_id, m.team_id,
          t.webhooks AS team_webhooks, CASE a.plan WHEN 'none' THEN 0 ELSE 1 END AS has_plan
        FROM deliveries d
        JOIN payloads p ON p.id = d.payload_id
        LEFT JOIN accounts a ON a.id = d.account_id
        LEFT JOIN monitors m ON m.id = d.monitor_id
        LEFT JOIN team_members t ON t.team_id = m.team_id AND t.account_id = d.account_id
        WHERE ${condition}`,
    );
    const connections = await connectionsById(rows.map(({ channel_id }) => channel_id));
    // Without rest properties, which take a tenth of the processor time of a delivery.
    return rows.map((row) => ({
      ...row,
      connection: connections.get(row.channel_id),
      monitor: row.owner_id === null ? undefined : { owner_id: row.owner_id, team_id: row.team_id },
      team_webhooks: row.team_webhooks === 1,
      has_plan: row.has_plan === 1,
    }));
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

  /**
   * Adds statements for deliveries of paused connections. Each connection is locked, so that it
   * either is resumed later, which makes the delivery due, or is seen to be active here.
   */
  function settleHeld(paused: readonly DeliverySettlement[], statements: readonly Sql[]): Sql[] {
    const isSettled = db.dialect.isIn(
      'event_id',
      paused.map(({ event_id }) => event_id),
    );
    return [
      sql`SELECT id FROM channels
        WHERE id IN (SELECT channel_id FROM deliveries WHERE ${isSettled})
        ORDER BY id ${db.dialect.lockRows}`,
      ...statements,
      resumeSettled(isSettled),
    ];
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
      const claimed = await claimDeliveries(options);
      return claimed.length === 0 ? [] : readLeased(db.dialect.isIn('d.sequence', claimed));
    },

    /** Finds deliveries with an expired lease: the attempt counts, its outcome is unknown. */
    expiredClaims: (now: number): Promise<ClaimedDelivery[]> =>
      readLeased(sql`d.lease_token IS NOT NULL AND d.lease_until <= ${now}`),

    /** Reads a claim again; `undefined` if its lease was lost. */
    async reread({ event_id, lease_token }: ClaimedDelivery): Promise<ClaimedDelivery | undefined> {
      const [current] = await readLeased(
        sql`d.event_id = ${event_id} AND d.lease_token = ${lease_token}`,
      );
      return current;
    },

    /**
     * Stores the outcomes in one transaction. Ignores those whose lease was lost. Later
     * `claim()` and `nextDue()` calls of this process see these settlements.
     */
    async settle(settlements: readonly DeliverySettlement[]): Promise<void> {
      const statements = db.dialect.forRecords({
        table: 'deliveries',
        columns: ['event_id', 'lease_token', ...progressColumns],
        records: settlements.map(({ progress, event_id, lease_token }) => ({
          ...progress,
          event_id,
          lease_token,
        })),
        statement: (input) => sql`
          UPDATE deliveries
          SET ${setProgress}, ${setFirst}, lease_token = NULL, lease_until = NULL
          FROM ${input} AS input
          WHERE deliveries.event_id = input.event_id
            AND deliveries.lease_token = input.lease_token`,
      });
      const paused = settlements.filter(
        ({ progress }) => progress.last_error === 'connection_paused',
      );
      const settled = db.write(
        ...(paused.length === 0 ? statements : settleHeld(paused, statements)),
      );
      settling = Promise.allSettled([settling, settled]);
      await settled;
    },

    /** When the next delivery is due or a lease expires; `undefined` if there is neither. */
    async nextDue(): Promise<number | undefined> {
      await settling;
      const row = await db.get<{ due: number | null }>(
        sql`SELECT min(due) AS due FROM (
            SELECT min(due_at) AS due FROM deliveries WHERE ${waiting}
            UNION ALL
            SELECT min(lease_until) FROM deliveries WHERE lease_token IS NOT NULL
          ) AS next`,
      );
      return row?.due ?? undefined;
    },

    /** The ids of the queued events without a settled attempt. */
    async unattempted(eventIds: readonly string[]): Promise<string[]> {
      const rows = await db.all<{ event_id: string }>(
        sql`SELECT event_id FROM deliveries WHERE ${db.dialect.isIn('event_id', eventIds)}
          AND (attempts = 0 AND due_at IS NOT NULL OR attempts = 1 AND lease_token IS NOT NULL)`,
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
          WHERE ${db.dialect.isIn('run_id', runIds)} ORDER BY sequence`,
      ),
  };
}
