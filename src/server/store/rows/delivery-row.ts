import type {
  ChannelRecord,
  ClaimedDelivery,
  DeliveryRecord,
  NewDelivery,
  Owner,
} from '../store.ts';
import { Columns } from './columns.ts';

/** All of a delivery but what it says, which stands in a table of its own, once for all of a run. */
export const deliveryColumns = new Columns<DeliveryRecord>(
  'event_id',
  'type',
  'channel_id',
  'account_id',
  'monitor_id',
  'run_id',
  'created_at',
  'status',
  'round',
  'attempts',
  'round_attempts',
  'due_at',
  'last_attempt_at',
  'last_status_code',
  'last_error',
);

/** A claimed delivery as a row has it: the connection and the owner as JSON. */
export type ClaimedDeliveryRow = NewDelivery & {
  lease_token: string;
  channel: string | null;
  owner: string | null;
  team_webhooks: boolean | number;
};

export function claimedDeliveryOf(row: ClaimedDeliveryRow): ClaimedDelivery {
  const { channel, owner, team_webhooks, ...delivery } = row;
  return {
    ...delivery,
    channel: channel === null ? undefined : (JSON.parse(channel) as ChannelRecord),
    owner: owner === null ? undefined : (JSON.parse(owner) as Owner),
    team_webhooks: Boolean(team_webhooks),
  };
}
