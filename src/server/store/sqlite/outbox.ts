import type { Database } from '../../../storage/database.ts';
import type { GroupCommit } from '../../../storage/group-commit.ts';
import { deliveryColumns } from '../rows/delivery-row.ts';
import type {
  ClaimedDelivery,
  ClaimOptions,
  DeliveryRecord,
  DeliverySettlement,
  NewDelivery,
  OutboxStore,
} from '../store.ts';
import { type ClaimedRow, claimedColumns, claimedDeliveries } from './claimed-deliveries.ts';
import { dueDeliveries, nextDueDelivery } from './due-deliveries.ts';

const columns = deliveryColumns;

export class SqliteOutbox implements OutboxStore {
  readonly #database: Database;
  /** The end of one attempt and the claim of the next share a transaction. */
  readonly #writes: GroupCommit;

  constructor(database: Database, writes: GroupCommit) {
    this.#database = database;
    this.#writes = writes;
  }

  async add(delivery: NewDelivery): Promise<void> {
    this.#database.transaction(() => insertDeliveries(this.#database, [delivery]));
  }

  async claim(options: ClaimOptions): Promise<ClaimedDelivery[]> {
    const { now, lease_until } = options;
    return this.#writes.run(() => {
      const due = dueDeliveries(this.#database, options);
      if (due.length === 0) return [];
      const held = this.#database.all<ClaimedRow>(
        `UPDATE deliveries SET lease_token = lower(hex(randomblob(8))), lease_until = ?,
           last_attempt_at = ?, attempts = attempts + 1, round_attempts = round_attempts + 1,
           round = round + (round_attempts = 0)
         WHERE sequence IN (SELECT value FROM json_each(?))
         RETURNING ${claimedColumns}`,
        lease_until,
        now,
        JSON.stringify(due),
      );
      return claimedDeliveries(this.#database, held);
    });
  }

  async lapsed(now: number): Promise<ClaimedDelivery[]> {
    const held = this.#database.all<ClaimedRow>(
      `SELECT ${claimedColumns} FROM deliveries
       WHERE lease_token IS NOT NULL AND lease_until <= ?`,
      now,
    );
    return claimedDeliveries(this.#database, held);
  }

  async settle(settlements: readonly DeliverySettlement[]): Promise<void> {
    await this.#writes.run(() => {
      for (const { event_id, lease_token, progress } of settlements) {
        this.#database.run(
          `UPDATE deliveries SET status = ?, round = ?, attempts = ?, round_attempts = ?,
             due_at = ?, last_status_code = ?, last_error = ?, lease_token = NULL,
             lease_until = NULL
           WHERE event_id = ? AND lease_token = ?`,
          progress.status,
          progress.round,
          progress.attempts,
          progress.round_attempts,
          progress.due_at,
          progress.last_status_code,
          progress.last_error,
          event_id,
          lease_token,
        );
      }
    });
  }

  async nextDue(): Promise<number | undefined> {
    const due = nextDueDelivery(this.#database);
    const lease = this.#database.get<{ at: number | null }>(
      'SELECT min(lease_until) AS at FROM deliveries WHERE lease_token IS NOT NULL',
    )?.at;
    const times = [due, lease].filter((time) => typeof time === 'number');
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async untried(eventIds: readonly string[]): Promise<string[]> {
    return this.#database
      .all<{ event_id: string }>(
        `SELECT event_id FROM deliveries WHERE event_id IN (SELECT value FROM json_each(?))
           AND (attempts = 0 OR attempts = 1 AND lease_token IS NOT NULL)`,
        JSON.stringify(eventIds),
      )
      .map(({ event_id }) => event_id);
  }

  async list(accountId: string, limit: number): Promise<DeliveryRecord[]> {
    return this.#database.all<DeliveryRecord>(
      `SELECT ${columns} FROM deliveries WHERE account_id = ?
       ORDER BY created_at DESC, sequence DESC LIMIT ?`,
      accountId,
      limit,
    );
  }

  async ofRuns(runIds: readonly string[]): Promise<DeliveryRecord[]> {
    return this.#database.all<DeliveryRecord>(
      `SELECT ${columns} FROM deliveries
       WHERE run_id IN (SELECT value FROM json_each(?)) ORDER BY sequence`,
      JSON.stringify(runIds),
    );
  }
}

/** Within the caller's transaction. What several say is kept once. */
export function insertDeliveries(database: Database, deliveries: readonly NewDelivery[]): void {
  const payloads = new Map<string, number>();
  for (const delivery of deliveries) {
    const { payload } = delivery;
    const known = payloads.get(payload) ?? insertPayload(database, payload);
    payloads.set(payload, known);
    insertDelivery(database, delivery, known);
  }
}

function insertPayload(database: Database, payload: string): number {
  return database.insert('INSERT INTO payloads (payload) VALUES (?)', payload) ?? 0;
}

function insertDelivery(database: Database, delivery: DeliveryRecord, payloadId: number): void {
  database.run(
    `INSERT INTO deliveries (${columns}, payload_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...columns.valuesOf(delivery),
    payloadId,
  );
}
