import type { Database } from '../../../storage/database.ts';
import { GroupCommit } from '../../../storage/group-commit.ts';
import type {
  Channel,
  ClaimedDelivery,
  ClaimOptions,
  Delivery,
  OutboxStore,
  Owner,
  Settlement,
} from '../store.ts';
import { dueDeliveries, nextDueDelivery } from './due-deliveries.ts';

const progressColumns = `event_id, type, channel_id, account_id, monitor_id, run_id, created_at,
  status, round, attempts, round_attempts, due_at, last_attempt_at, last_status_code, last_error`;

/** Each delivery with its body. */
const deliveries = 'deliveries JOIN delivery_bodies USING (sequence)';
const columns = `${progressColumns}, body`;

interface Standing {
  channel: string | null;
  owner: string | null;
  team_webhooks: number;
}

export class SqliteOutbox implements OutboxStore {
  readonly #database: Database;
  /** The end of one attempt and the claim of the next share a transaction. */
  readonly #writes: GroupCommit;

  constructor(database: Database) {
    this.#database = database;
    this.#writes = new GroupCommit(database);
  }

  async add(delivery: Delivery): Promise<void> {
    this.#database.transaction(() => insertDelivery(this.#database, delivery));
  }

  async claim(options: ClaimOptions): Promise<ClaimedDelivery[]> {
    const { now, lease_until } = options;
    return this.#writes.run(() => {
      const due = JSON.stringify(dueDeliveries(this.#database, options));
      this.#database.run(
        `UPDATE deliveries SET lease_token = lower(hex(randomblob(8))), lease_until = ?,
           last_attempt_at = ?, attempts = attempts + 1, round_attempts = round_attempts + 1,
           round = round + (round_attempts = 0)
         WHERE sequence IN (SELECT value FROM json_each(?))`,
        lease_until,
        now,
        due,
      );
      return this.#read('sequence IN (SELECT value FROM json_each(?))', due);
    });
  }

  async lapsed(now: number): Promise<ClaimedDelivery[]> {
    return this.#read('lease_token IS NOT NULL AND lease_until <= ?', now);
  }

  async settle(settlements: readonly Settlement[]): Promise<void> {
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

  async list(accountId: string, limit: number): Promise<Delivery[]> {
    return this.#database.all<Delivery>(
      `SELECT ${columns} FROM ${deliveries} WHERE account_id = ?
       ORDER BY created_at DESC, sequence DESC LIMIT ?`,
      accountId,
      limit,
    );
  }

  async ofRuns(runIds: readonly string[]): Promise<Delivery[]> {
    return this.#database.all<Delivery>(
      `SELECT ${columns} FROM ${deliveries}
       WHERE run_id IN (SELECT value FROM json_each(?)) ORDER BY sequence`,
      JSON.stringify(runIds),
    );
  }

  /** Deliveries with what has to hold for their attempt, read in one go. */
  #read(condition: string, value: string | number): ClaimedDelivery[] {
    return this.#database
      .all<Delivery & { lease_token: string } & Standing>(
        `SELECT d.*,
           (SELECT json_object('id', id, 'account_id', account_id, 'platform', platform,
              'webhook_url', webhook_url, 'monitor_id', monitor_id, 'name', name,
              'status', status, 'signing_secret', signing_secret, 'created_at', created_at)
            FROM channels WHERE id = d.channel_id) AS channel,
           (SELECT json_object('type', owner_type, 'id', owner_id)
            FROM monitors WHERE id = d.monitor_id) AS owner,
           EXISTS (SELECT 1 FROM monitors m JOIN team_members t
              ON m.owner_type = 'team' AND t.team_id = m.owner_id
              WHERE m.id = d.monitor_id AND t.account_id = d.account_id AND t.webhooks = 1
           ) AS team_webhooks
         FROM (SELECT ${columns}, lease_token FROM ${deliveries} WHERE ${condition}) d`,
        value,
      )
      .map(({ channel, owner, team_webhooks, ...delivery }) => ({
        ...delivery,
        channel: channel === null ? undefined : (JSON.parse(channel) as Channel),
        owner: owner === null ? undefined : (JSON.parse(owner) as Owner),
        team_webhooks: team_webhooks === 1,
      }));
  }
}

/** Within the caller's transaction. */
export function insertDelivery(database: Database, delivery: Delivery): void {
  database.run(
    `INSERT INTO deliveries (${progressColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    delivery.event_id,
    delivery.type,
    delivery.channel_id,
    delivery.account_id,
    delivery.monitor_id,
    delivery.run_id,
    delivery.created_at,
    delivery.status,
    delivery.round,
    delivery.attempts,
    delivery.round_attempts,
    delivery.due_at,
    delivery.last_attempt_at,
    delivery.last_status_code,
    delivery.last_error,
  );
  database.run(
    'INSERT INTO delivery_bodies (sequence, body) VALUES (last_insert_rowid(), ?)',
    delivery.body,
  );
}
