import type { Database } from '../../../storage/database.ts';
import { channelColumns } from '../rows/channel-columns.ts';
import { Columns } from '../rows/columns.ts';
import type { ChannelRecord, ClaimedDelivery, DeliveryToAttempt, Owner } from '../store.ts';

/** A row of a delivery that is held. */
export interface ClaimedRow extends Omit<DeliveryToAttempt, 'payload'> {
  payload_id: number;
  lease_token: string;
}

export const claimedColumns = new Columns<ClaimedRow>(
  'event_id',
  'type',
  'channel_id',
  'account_id',
  'monitor_id',
  'round',
  'attempts',
  'round_attempts',
  'payload_id',
  'lease_token',
);

/**
 * Deliveries that are held with what they say and what has to hold for their attempts, as it is at
 * this moment. Much of that they have in common: each thing is read once.
 */
export function claimedDeliveries(
  database: Database,
  held: readonly ClaimedRow[],
): ClaimedDelivery[] {
  if (held.length === 0) return [];
  const channels = channelsOf(database, held);
  const owners = ownersOf(database, held);
  const payloads = payloadsOf(database, held);
  const permitted = permissionsOf(database, owners);
  return held.map((row) => {
    const owner = owners.get(row.monitor_id);
    return {
      event_id: row.event_id,
      type: row.type,
      channel_id: row.channel_id,
      account_id: row.account_id,
      monitor_id: row.monitor_id,
      round: row.round,
      attempts: row.attempts,
      round_attempts: row.round_attempts,
      lease_token: row.lease_token,
      payload: payloads.get(row.payload_id) ?? '',
      channel: channels.get(row.channel_id),
      owner,
      team_webhooks: owner?.type === 'team' && permitted.has(`${owner.id} ${row.account_id}`),
    };
  });
}

function channelsOf(database: Database, held: readonly ClaimedRow[]): Map<string, ChannelRecord> {
  const rows = database.all<ChannelRecord>(
    `SELECT ${channelColumns} FROM channels WHERE id IN (SELECT value FROM json_each(?))`,
    distinct(held.map(({ channel_id }) => channel_id)),
  );
  return new Map(rows.map((channel) => [channel.id, channel]));
}

function ownersOf(database: Database, held: readonly ClaimedRow[]): Map<string | null, Owner> {
  const rows = database.all<{ id: string; owner_type: Owner['type']; owner_id: string }>(
    `SELECT id, owner_type, owner_id FROM monitors WHERE id IN (SELECT value FROM json_each(?))`,
    distinct(held.map(({ monitor_id }) => monitor_id)),
  );
  return new Map(
    rows.map(({ id, owner_type, owner_id }) => [id, { type: owner_type, id: owner_id }]),
  );
}

/** Who of which of the owning teams may connect its monitors: team and account, as one text. */
function permissionsOf(database: Database, owners: Map<string | null, Owner>): Set<string> {
  const teams = [...owners.values()].filter(({ type }) => type === 'team').map(({ id }) => id);
  if (teams.length === 0) return new Set();
  const rows = database.all<{ team_id: string; account_id: string }>(
    `SELECT team_id, account_id FROM team_members
     WHERE webhooks = 1 AND team_id IN (SELECT value FROM json_each(?))`,
    distinct(teams),
  );
  return new Set(rows.map(({ team_id, account_id }) => `${team_id} ${account_id}`));
}

function payloadsOf(database: Database, held: readonly ClaimedRow[]): Map<number, string> {
  const rows = database.all<{ id: number; payload: string }>(
    'SELECT id, payload FROM payloads WHERE id IN (SELECT value FROM json_each(?))',
    distinct(held.map(({ payload_id }) => payload_id)),
  );
  return new Map(rows.map(({ id, payload }) => [id, payload]));
}

/** As one parameter: a JSON array that `json_each` opens. */
function distinct(ids: readonly (string | number | null)[]): string {
  return JSON.stringify([...new Set(ids)]);
}
