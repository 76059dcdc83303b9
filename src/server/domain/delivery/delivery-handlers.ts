import { randomBytes } from 'node:crypto';
import type { Operations } from '../../../contract/operations.ts';
import { testDelivery } from '../../delivery/new-delivery.ts';
import { checkWebhookUrl } from '../../egress/destination-policy.ts';
import type * as stored from '../../store/store.ts';
import { ApiError } from '../api-error.ts';
import type { Context, Handlers, Principal } from '../context.ts';
import { newId } from '../identifier.ts';
import { getVisibleMonitor, invalidField } from '../monitors/monitor-handlers.ts';
import { channelResponse, deliveryResponse } from './delivery-response.ts';

/** How many of the newest delivery records a read gives. */
const recordLimit = 100;

export function deliveryHandlers(context: Context): Handlers<Operations['delivery']> {
  const { store, clock, dispatcher } = context;
  return {
    async get(_input, { account }) {
      const channels = await store.channels.list(account.id);
      const deliveries = await store.outbox.list(account.id, recordLimit);
      return {
        channels: channels.map(channelResponse),
        webhook_deliveries: deliveries.map(deliveryResponse),
      };
    },

    async connect({ platform, webhook_url, monitor_id, name }, caller) {
      const channel: stored.ChannelRecord = {
        id: newId('chan'),
        account_id: caller.account.id,
        platform,
        webhook_url: acceptedUrl(context, webhook_url),
        monitor_id: monitor_id ?? null,
        name: name ?? null,
        status: 'active',
        signing_secret: `whsec_${randomBytes(32).toString('base64url')}`,
        created_at: clock.now(),
      };
      if (monitor_id !== undefined) await assertConnectable(context, monitor_id, caller);
      refuseTwin(await store.channels.create(channel));
      return { channel: channelResponse(channel), signing_secret: channel.signing_secret };
    },

    async set({ channel_id, status, webhook_url, monitor_id, all_monitors, name }, caller) {
      if (all_monitors && monitor_id !== undefined) {
        throw invalidField('monitor_id', 'does not go with all_monitors');
      }
      const known = await ownChannel(context, channel_id, caller);
      if (monitor_id !== undefined) await assertConnectable(context, monitor_id, caller);
      const channel: stored.ChannelRecord = {
        ...known,
        status: status ?? known.status,
        webhook_url:
          webhook_url === undefined ? known.webhook_url : acceptedUrl(context, webhook_url),
        monitor_id: all_monitors ? null : (monitor_id ?? known.monitor_id),
        name: name ?? known.name,
      };
      refuseTwin(await store.channels.update(channel));
      dispatcher.wake();
      return { channel: channelResponse(channel) };
    },

    async test({ channel_id }, caller) {
      const channel = await ownChannel(context, channel_id, caller);
      const event = testDelivery(channel, clock.now());
      await store.outbox.add(event);
      await dispatcher.waitForFirstAttempts([event.event_id]);
      const records = await store.outbox.list(caller.account.id, recordLimit);
      const record = records.find(({ event_id }) => event_id === event.event_id) ?? event;
      return { webhook_delivery: deliveryResponse(record) };
    },

    async disconnect({ channel_id }, caller) {
      const channel = await ownChannel(context, channel_id, caller);
      await store.channels.delete(channel.id);
      dispatcher.wake();
      return { disconnected: channel.id };
    },
  };
}

/** @throws {ApiError} `rejected_destination`, with the reason */
function acceptedUrl({ destinations }: Context, text: string): string {
  const destination = checkWebhookUrl(text, destinations);
  if ('url' in destination) return destination.url;
  throw new ApiError('rejected_destination', `webhook_url ${destination.rejected}`);
}

/** @throws {ApiError} `not_found` for a connection that is not the caller's */
async function ownChannel(
  { store }: Context,
  id: string,
  { account }: Principal,
): Promise<stored.ChannelRecord> {
  const channel = await store.channels.get(id);
  if (channel?.account_id === account.id) return channel;
  throw new ApiError('not_found', `you have no connection ${JSON.stringify(id)}`);
}

/** The same monitors to the same address twice would send every alert twice. */
function refuseTwin(twin: stored.ChannelRecord | undefined): void {
  if (!twin) return;
  throw new ApiError('conflict', `the connection ${twin.id} already sends this to that address`, {
    channel_id: twin.id,
  });
}

/** Recurring, the caller's own, or a team's that lets the caller connect it. */
async function assertConnectable(context: Context, id: string, caller: Principal): Promise<void> {
  const monitor = await getVisibleMonitor(context, id, caller);
  if (monitor.every_minutes === null) {
    throw invalidField('monitor_id', 'names a monitor that does not recur');
  }
  if (monitor.owner.type === 'user') return;
  const memberships = await context.store.accounts.memberships(caller.account.id);
  if (!memberships.some(({ team_id, webhooks }) => team_id === monitor.owner.id && webhooks)) {
    throw new ApiError('forbidden', 'the team does not let you connect its monitors to webhooks');
  }
}
