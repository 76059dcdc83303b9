import type { Database } from '../../../storage/database.ts';
import type {
  Channel,
  ClaimedDelivery,
  ClaimOptions,
  Delivery,
  OutboxStore,
  Owner,
  Settlement,
} from '../store.ts';

/** Nothing is ever put off for longer (ms): what claims to be was written by a clock that has jumped. */
const furthestAhead = 12 * 3_600_000;

const columns = `event_id, type, channel_id, account_id, monitor_id, run_id, body, created_at,
  status, round, attempts, round_attempts, due_at, last_attempt_at, last_status_code, last_error`;

const waiting = 'due_at IS NOT NULL AND lease_token IS NULL AND (due_at <= ? OR due_at > ?)';

interface Standing {
  channel: string | null;
  owner: string | null;
  team_webhooks: number;
}

export class SqliteOutbox implements OutboxStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(delivery: Delivery): Promise<void> {
    insertDelivery(this.#database, delivery);
  }

  async claim(options: ClaimOptions): Promise<ClaimedDelivery[]> {
    const { now, limit, per_channel, in_flight } = options;
    return this.#database.transaction(() => {
      const claimed: string[] = [];
      const taken = (channel: string) => in_flight.get(channel) ?? 0;
      // A place goes to who has the fewest: endpoints that never answer cannot keep them all.
      const channels = this.#dueChannels(now).sort((one, other) => taken(one) - taken(other));
      for (const channel of channels) {
        const room = per_channel - taken(channel);
        const most = Math.min(room, limit - claimed.length);
        if (most > 0) claimed.push(...this.#claimOf(channel, most, options));
        if (claimed.length >= limit) break;
      }
      return this.#read('event_id IN (SELECT value FROM json_each(?))', JSON.stringify(claimed));
    });
  }

  async lapsed(now: number): Promise<ClaimedDelivery[]> {
    return this.#read('lease_token IS NOT NULL AND lease_until <= ?', now);
  }

  async settle(settlements: readonly Settlement[]): Promise<void> {
    this.#database.transaction(() => {
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
    const due = this.#database.get<{ at: number | null }>(
      'SELECT min(due_at) AS at FROM deliveries WHERE due_at IS NOT NULL AND lease_token IS NULL',
    )?.at;
    const lease = this.#database.get<{ at: number | null }>(
      'SELECT min(lease_until) AS at FROM deliveries WHERE lease_token IS NOT NULL',
    )?.at;
    const times = [due, lease].filter((time) => typeof time === 'number');
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async list(accountId: string, limit: number): Promise<Delivery[]> {
    return this.#database.all<Delivery>(
      `SELECT ${columns} FROM deliveries WHERE account_id = ?
       ORDER BY created_at DESC, rowid DESC LIMIT ?`,
      accountId,
      limit,
    );
  }

  async ofRuns(runIds: readonly string[]): Promise<Delivery[]> {
    return this.#database.all<Delivery>(
      `SELECT ${columns} FROM deliveries
       WHERE run_id IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
      JSON.stringify(runIds),
    );
  }

  #dueChannels(now: number): string[] {
    return this.#database
      .all<{ channel_id: string }>(
        `SELECT channel_id FROM deliveries WHERE ${waiting}
         GROUP BY channel_id ORDER BY min(due_at)`,
        now,
        now + furthestAhead,
      )
      .map(({ channel_id }) => channel_id);
  }

  #claimOf(channel: string, most: number, { now, lease_until }: ClaimOptions): string[] {
    return this.#database
      .all<{ event_id: string }>(
        `UPDATE deliveries SET lease_token = lower(hex(randomblob(8))), lease_until = ?,
           last_attempt_at = ?, attempts = attempts + 1, round_attempts = round_attempts + 1,
           round = round + (round_attempts = 0)
         WHERE event_id IN (
           SELECT event_id FROM deliveries WHERE channel_id = ? AND ${waiting}
           ORDER BY due_at LIMIT ?
         )
         RETURNING event_id`,
        lease_until,
        now,
        channel,
        now,
        now + furthestAhead,
        most,
      )
      .map(({ event_id }) => event_id);
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
         FROM (SELECT ${columns}, lease_token FROM deliveries WHERE ${condition}) d`,
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

/** Within the caller's transaction, or alone. */
export function insertDelivery(database: Database, delivery: Delivery): void {
  database.run(
    `INSERT INTO deliveries (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    delivery.event_id,
    delivery.type,
    delivery.channel_id,
    delivery.account_id,
    delivery.monitor_id,
    delivery.run_id,
    delivery.body,
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
}
