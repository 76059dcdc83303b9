import type { SecretBox } from '../secret-box.ts';
import {
  type DeliveryRecord,
  deliveryColumns,
  insertDeliveries,
  isLiveRow,
  type NewDelivery,
} from './deliveries.ts';
import type { ClaimOptions } from './due-deliveries.ts';
import {
  type ClaimedDelivery,
  claimsOf,
  type LeasedRow,
  type Payload,
  selectLeased,
} from './leased-deliveries.ts';
import { type DeliveryFilter, listDeliveries } from './list-deliveries.ts';
import type { Listed } from './row-position.ts';
import { type DeliverySettlement, settleDeliveries } from './settle-deliveries.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** Attempts in flight of a connection. */
export interface LeasedCount {
  channel_id: string;
  /** `null` if the connection was removed. */
  webhook_url: string | null;
  count: number;
}

/** Leases due deliveries and counts their attempts. */
export type ClaimDeliveries = (options: ClaimOptions) => Promise<LeasedRow[]>;

export type OutboxStore = ReturnType<typeof outboxStore>;

export function outboxStore(db: SqlExecutor, claimDeliveries: ClaimDeliveries, secrets: SecretBox) {
  /** Resolves when all earlier settlements are stored or have failed. */
  let settling: Promise<unknown> = Promise.resolve();

  const readLeased = async (condition: Sql): Promise<ClaimedDelivery[]> =>
    withPayloads(
      await db.all<LeasedRow>(
        selectLeased(sql`(SELECT * FROM deliveries WHERE ${isLiveRow} AND ${condition})`),
      ),
    );

  /** Adds the payloads, each of which is read once. */
  async function withPayloads(rows: readonly LeasedRow[]): Promise<ClaimedDelivery[]> {
    return claimsOf(rows, await payloadsById(rows.map(({ payload_id }) => payload_id)), secrets);
  }

  async function payloadsById(ids: readonly string[]): Promise<Map<string, Payload>> {
    if (ids.length === 0) return new Map();
    const condition = db.dialect.isIn('id', [...new Set(ids)]);
    const payloads = await db.all<Payload & { id: string }>(
      sql`SELECT id, payload, traceparent FROM payloads WHERE ${condition}`,
    );
    return new Map(payloads.map((stored) => [stored.id, stored]));
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
      return withPayloads(await claimDeliveries(options));
    },

    /** The number of attempts in flight of each connection, of all processes. */
    leased: (now: number) =>
      db.all<LeasedCount>(
        sql`SELECT d.channel_id, max(c.webhook_url) AS webhook_url, count(*) AS count
          FROM deliveries d LEFT JOIN channels c ON c.id = d.channel_id
          WHERE d.${isLiveRow} AND ${db.dialect.isLeased(sql`> ${now}`)} GROUP BY d.channel_id`,
      ),

    /** Finds deliveries with an expired lease: the attempt counts, its outcome is unknown. */
    expiredClaims: (now: number): Promise<ClaimedDelivery[]> =>
      readLeased(db.dialect.isLeased(sql`<= ${now}`)),

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
            SELECT min(${db.dialect.dueTime}) AS due FROM ${db.dialect.liveDeliveries} WHERE ${db.dialect.waiting}
            UNION ALL
            SELECT min(lease_until) FROM ${db.dialect.liveDeliveries} WHERE ${db.dialect.isLeased(raw('> 0'))}
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
