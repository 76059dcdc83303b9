import {
  type ClaimedDeliveryRow,
  claimedDeliveryOf,
  deliveryColumns,
} from '../rows/delivery-row.ts';
import { furthestAhead, waiting } from '../rows/due.ts';
import type {
  ClaimedDelivery,
  ClaimOptions,
  DeliveryRecord,
  DeliverySettlement,
  NewDelivery,
  OutboxStore,
} from '../store.ts';
import type { Executor, PostgresDatabase } from './database.ts';
import { dueShares } from './due-deliveries.ts';
import { rowsParameter } from './rows-parameter.ts';

const columns = deliveryColumns;

export class PostgresOutbox implements OutboxStore {
  readonly #database: PostgresDatabase;
  /** Settlements under way: each connection is its own, and so what follows has to wait for them. */
  #settling: Promise<unknown> = Promise.resolve();

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(delivery: NewDelivery): Promise<void> {
    await insertDeliveries(this.#database, [delivery]);
  }

  async claim(options: ClaimOptions): Promise<ClaimedDelivery[]> {
    await this.#settling;
    const shares = await dueShares(this.#database, options);
    if (shares.length === 0) return [];
    const { now, lease_until } = options;
    const rows = await this.#database.all<ClaimedDeliveryRow>(
      `WITH share AS (
         SELECT * FROM json_to_recordset($1) AS s (channel_id text, most int)
       ), picked AS MATERIALIZED (
         SELECT due.sequence FROM share CROSS JOIN LATERAL (
           SELECT sequence FROM (
             ${longestDue('due_at <= $2')} UNION ALL ${longestDue('due_at > $3')}
           ) AS each LIMIT share.most
         ) AS due
       ), claimed AS (
         UPDATE deliveries SET lease_token = gen_random_uuid()::text, lease_until = $4,
           last_attempt_at = $2, attempts = attempts + 1, round_attempts = round_attempts + 1,
           round = round + (round_attempts = 0)::int
         WHERE sequence = ANY (ARRAY(SELECT sequence FROM picked))
         RETURNING *
       )
       ${withStanding('claimed')}`,
      rowsParameter(shares),
      now,
      now + furthestAhead,
      lease_until,
    );
    return rows.map(claimedDeliveryOf);
  }

  async lapsed(now: number): Promise<ClaimedDelivery[]> {
    const rows = await this.#database.all<ClaimedDeliveryRow>(
      `${withStanding('deliveries')} WHERE lease_token IS NOT NULL AND lease_until <= $1`,
      now,
    );
    return rows.map(claimedDeliveryOf);
  }

  settle(settlements: readonly DeliverySettlement[]): Promise<void> {
    const settled = this.#database.run(
      `UPDATE deliveries SET status = s.status, round = s.round, attempts = s.attempts,
         round_attempts = s.round_attempts, due_at = s.due_at,
         last_status_code = s.last_status_code, last_error = s.last_error,
         lease_token = NULL, lease_until = NULL
       FROM json_populate_recordset(NULL::deliveries, $1) AS s
       WHERE deliveries.event_id = s.event_id AND deliveries.lease_token = s.lease_token`,
      rowsParameter(
        settlements.map(({ event_id, lease_token, progress }) => ({
          ...progress,
          event_id,
          lease_token,
        })),
      ),
    );
    this.#settling = Promise.allSettled([this.#settling, settled]);
    return settled.then(() => {});
  }

  async nextDue(): Promise<number | undefined> {
    await this.#settling;
    const row = await this.#database.get<{ at: number | null }>(
      `SELECT least(
         (SELECT min(due_at) FROM deliveries WHERE ${waiting}),
         (SELECT min(lease_until) FROM deliveries WHERE lease_token IS NOT NULL)
       ) AS at`,
    );
    return row?.at ?? undefined;
  }

  async untried(eventIds: readonly string[]): Promise<string[]> {
    const rows = await this.#database.all<{ event_id: string }>(
      `SELECT event_id FROM deliveries WHERE event_id = ANY ($1)
         AND (attempts = 0 OR attempts = 1 AND lease_token IS NOT NULL)`,
      eventIds,
    );
    return rows.map(({ event_id }) => event_id);
  }

  list(accountId: string, limit: number): Promise<DeliveryRecord[]> {
    return this.#database.all<DeliveryRecord>(
      `SELECT ${columns} FROM deliveries WHERE account_id = $1
       ORDER BY created_at DESC, sequence DESC LIMIT $2`,
      accountId,
      limit,
    );
  }

  ofRuns(runIds: readonly string[]): Promise<DeliveryRecord[]> {
    return this.#database.all<DeliveryRecord>(
      `SELECT ${columns} FROM deliveries WHERE run_id = ANY ($1) ORDER BY sequence`,
      runIds,
    );
  }
}

/** Of a share's connection, by a step in the index for each: however many more are due. */
function longestDue(when: string): string {
  return `SELECT sequence FROM (
      SELECT sequence FROM deliveries
      WHERE ${waiting} AND channel_id = share.channel_id AND ${when}
      ORDER BY due_at LIMIT share.most FOR UPDATE SKIP LOCKED
    ) AS longest`;
}

/** Deliveries with what has to hold for their attempt, read in one go. */
function withStanding(source: string): string {
  return `SELECT ${columns}, lease_token,
      (SELECT p.payload FROM payloads p WHERE p.id = payload_id) AS payload,
      (SELECT row_to_json(c)::text FROM channels c WHERE c.id = channel_id) AS channel,
      (SELECT json_build_object('type', m.owner_type, 'id', m.owner_id)::text
       FROM monitors m WHERE m.id = monitor_id) AS owner,
      EXISTS (SELECT 1 FROM monitors m JOIN team_members t
         ON m.owner_type = 'team' AND t.team_id = m.owner_id
         WHERE m.id = monitor_id AND t.account_id = deliveries_of.account_id AND t.webhooks = 1
      ) AS team_webhooks
    FROM ${source} AS deliveries_of`;
}

/** In one statement, whatever their number, and in their order. What several say is kept once. */
export async function insertDeliveries(
  executor: Executor,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const payloads = [...new Set(deliveries.map(({ payload }) => payload))];
  const places = new Map(payloads.map((payload, at) => [payload, at + 1]));
  await executor.run(
    `WITH said AS (
       INSERT INTO payloads (payload)
       SELECT payload FROM unnest($1::text[]) WITH ORDINALITY AS given (payload, place)
       ORDER BY place RETURNING id
     ), placed AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM said)
     INSERT INTO deliveries (${columns}, payload_id)
     SELECT ${columns}, placed.id
     FROM json_populate_recordset(NULL::deliveries, $2) WITH ORDINALITY AS d
     JOIN placed ON placed.place = d.payload_id
     ORDER BY ordinality`,
    payloads,
    // Each names what it says by its place among the payloads, until that has an id.
    rowsParameter(
      deliveries.map(({ payload, ...delivery }) => ({
        ...delivery,
        payload_id: places.get(payload),
      })),
    ),
  );
}
