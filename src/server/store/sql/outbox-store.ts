import type {
  ChannelRecord,
  ClaimedDelivery,
  ClaimOptions,
  DeliveryRecord,
  DeliverySettlement,
  DeliveryToAttempt,
  NewDelivery,
  OutboxStore,
  Owner,
} from '../store.ts';
import { channelColumns } from './channel-store.ts';
import { deliveryColumns, insertDeliveries } from './deliveries.ts';
import { waiting } from './due-deliveries.ts';
import type { SqlValue } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** Leases due deliveries and counts their attempts. Resolves with the `sequence` of each. */
export type ClaimDeliveries = (options: ClaimOptions) => Promise<number[]>;

const columns = deliveryColumns.join(', ');
const progressColumns = [
  'status',
  'round',
  'attempts',
  'round_attempts',
  'due_at',
  'last_status_code',
  'last_error',
] as const;
const setProgress = progressColumns.map((name) => `${name} = given.${name}`).join(', ');

type LeasedRow = DeliveryToAttempt & {
  lease_token: string;
  owner_type: Owner['type'] | null;
  owner_id: string | null;
  team_webhooks: number | null;
};

export class SqlOutbox implements OutboxStore {
  readonly #executor: SqlExecutor;
  readonly #claim: ClaimDeliveries;
  /** The settlements that are being stored. */
  #settling: Promise<unknown> = Promise.resolve();

  constructor(executor: SqlExecutor, claim: ClaimDeliveries) {
    this.#executor = executor;
    this.#claim = claim;
  }

  async add(delivery: NewDelivery): Promise<void> {
    await this.#executor.batch(...insertDeliveries(this.#executor.dialect, [delivery]));
  }

  async claim(options: ClaimOptions): Promise<ClaimedDelivery[]> {
    if (!this.#executor.ordersWrites) await this.#settling;
    const claimed = await this.#claim(options);
    if (claimed.length === 0) return [];
    return this.#leased(this.#executor.dialect.isIn('d.sequence'), claimed);
  }

  lapsed(now: number): Promise<ClaimedDelivery[]> {
    return this.#leased('d.lease_token IS NOT NULL AND d.lease_until <= ?', now);
  }

  async settle(settlements: readonly DeliverySettlement[]): Promise<void> {
    const statements = this.#executor.dialect.forRecords({
      table: 'deliveries',
      columns: ['event_id', 'lease_token', ...progressColumns],
      records: settlements.map(({ progress, ...lease }) => ({ ...progress, ...lease })),
      sql: (given) => `
        UPDATE deliveries SET ${setProgress}, lease_token = NULL, lease_until = NULL
        FROM ${given} AS given
        WHERE deliveries.event_id = given.event_id
          AND deliveries.lease_token = given.lease_token`,
    });
    const settled = this.#executor.batch(...statements);
    this.#settling = Promise.allSettled([this.#settling, settled]);
    await settled;
  }

  async nextDue(): Promise<number | undefined> {
    await this.#settling;
    const row = await this.#executor.get<{ at: number | null }>(
      `SELECT min(at) AS at FROM (
         SELECT min(due_at) AS at FROM deliveries WHERE ${waiting}
         UNION ALL
         SELECT min(lease_until) FROM deliveries WHERE lease_token IS NOT NULL
       ) AS next`,
    );
    return row?.at ?? undefined;
  }

  async untried(eventIds: readonly string[]): Promise<string[]> {
    const rows = await this.#executor.all<{ event_id: string }>(
      `SELECT event_id FROM deliveries WHERE ${this.#executor.dialect.isIn('event_id')}
         AND (attempts = 0 OR attempts = 1 AND lease_token IS NOT NULL)`,
      eventIds,
    );
    return rows.map(({ event_id }) => event_id);
  }

  list(accountId: string, limit: number): Promise<DeliveryRecord[]> {
    return this.#executor.all<DeliveryRecord>(
      `SELECT ${columns} FROM deliveries WHERE account_id = ?
       ORDER BY created_at DESC, sequence DESC LIMIT ?`,
      accountId,
      limit,
    );
  }

  ofRuns(runIds: readonly string[]): Promise<DeliveryRecord[]> {
    return this.#executor.all<DeliveryRecord>(
      `SELECT ${columns} FROM deliveries WHERE ${this.#executor.dialect.isIn('run_id')}
       ORDER BY sequence`,
      runIds,
    );
  }

  /** Leased deliveries with the current conditions for their attempts. */
  async #leased(condition: string, value: SqlValue): Promise<ClaimedDelivery[]> {
    const rows = await this.#executor.all<LeasedRow>(
      `SELECT d.event_id, d.type, d.channel_id, d.account_id, d.monitor_id, d.round, d.attempts,
         d.round_attempts, d.lease_token, p.payload, m.owner_type, m.owner_id,
         t.webhooks AS team_webhooks
       FROM deliveries d
       JOIN payloads p ON p.id = d.payload_id
       LEFT JOIN monitors m ON m.id = d.monitor_id
       LEFT JOIN team_members t
         ON m.owner_type = 'team' AND t.team_id = m.owner_id AND t.account_id = d.account_id
       WHERE ${condition}`,
      value,
    );
    const channels = await this.#channels(rows.map(({ channel_id }) => channel_id));
    return rows.map((row) => ({
      event_id: row.event_id,
      type: row.type,
      channel_id: row.channel_id,
      account_id: row.account_id,
      monitor_id: row.monitor_id,
      round: row.round,
      attempts: row.attempts,
      round_attempts: row.round_attempts,
      payload: row.payload,
      lease_token: row.lease_token,
      channel: channels.get(row.channel_id),
      owner:
        row.owner_type && row.owner_id ? { type: row.owner_type, id: row.owner_id } : undefined,
      team_webhooks: row.team_webhooks === 1,
    }));
  }

  async #channels(ids: readonly string[]): Promise<Map<string, ChannelRecord>> {
    if (ids.length === 0) return new Map();
    const channels = await this.#executor.all<ChannelRecord>(
      `SELECT ${channelColumns} FROM channels WHERE ${this.#executor.dialect.isIn('id')}`,
      [...new Set(ids)],
    );
    return new Map(channels.map((channel) => [channel.id, channel]));
  }
}
