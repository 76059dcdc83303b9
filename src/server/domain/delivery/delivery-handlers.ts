import { randomBytes } from 'node:crypto';
import type { Operations } from '../../../contract/operations.ts';
import { testDelivery } from '../../delivery/new-delivery.ts';
import { checkWebhookUrl } from '../../egress/destination-policy.ts';
import type { ChannelRecord } from '../../store/store.ts';
import { ApiError, invalidField } from '../api-error.ts';
import type { Context, Handlers, Principal } from '../context.ts';
import { readRowCursor, toRowPage } from '../cursor.ts';
import { newId } from '../identifier.ts';
import { getVisibleMonitor, hasWebhookPermission } from '../monitors/monitor-access.ts';
import { channelResponse, deliveryResponse } from './delivery-response.ts';

/** Maximum number of deliveries in a response, newest first. */
const maxDeliveries = 100;

export function deliveryHandlers(context: Context): Handlers<Operations['delivery']> {
  const { store, clock, dispatcher } = context;
  return {
    async get({ limit = maxDeliveries, cursor, status, channel_id }, { account }) {
      const scope = {
        operation: 'delivery.get',
        accountId: account.id,
        parameters: { status, channel_id },
      };
      const filter = { after: readRowCursor(cursor, scope), status, channel_id };
      const connections = await store.channels.list(account.id);
      const found = await store.outbox.list(account.id, limit + 1, filter);
      const { items, ...page } = toRowPage(found, limit, scope, ({ created_at }) => created_at);
      return {
        channels: connections
          .filter(({ id }) => channel_id === undefined || id === channel_id)
          .map(channelResponse),
        webhook_deliveries: items.map(deliveryResponse),
        ...page,
      };
    },

    async connect({ platform, webhook_url, monitor_id, name }, principal) {
      const connection: ChannelRecord = {
        id: newId('chan'),
        account_id: principal.account.id,
        platform,
        webhook_url: acceptedUrl(context, webhook_url),
        monitor_id: monitor_id ?? null,
        name: name ?? null,
        status: 'active',
        signing_secret: `whsec_${randomBytes(32).toString('base64url')}`,
        created_at: clock.now(),
      };
      if (monitor_id !== undefined) await assertConnectable(context, monitor_id, principal);
      assertNoDuplicate(await store.channels.create(connection));
      return {
        channel: channelResponse(connection),
        signing_secret: connection.signing_secret,
      };
    },

    async set({ channel_id, status, webhook_url, monitor_id, all_monitors, name }, principal) {
      const scope = scopeOf({ monitor_id, all_monitors });
      const current = await getOwnConnection(context, channel_id, principal);
      if (typeof scope === 'string') await assertConnectable(context, scope, principal);
      const connection: ChannelRecord = {
        ...current,
        status: status ?? current.status,
        webhook_url:
          webhook_url === undefined ? current.webhook_url : acceptedUrl(context, webhook_url),
        monitor_id: scope === undefined ? current.monitor_id : scope,
        name: name === undefined ? current.name : name,
      };
      assertNoDuplicate(await store.channels.update(connection));
      dispatcher.wake();
      return { channel: channelResponse(connection) };
    },

    async test({ channel_id }, principal) {
      const connection = await getOwnConnection(context, channel_id, principal);
      const pending = testDelivery(connection, clock.now());
      await store.outbox.add(pending);
      await dispatcher.waitForFirstAttempts([pending.event_id]);
      const deliveries = await store.outbox.list(principal.account.id, maxDeliveries);
      const delivery = deliveries.find(({ event_id }) => event_id === pending.event_id) ?? pending;
      return { webhook_delivery: deliveryResponse(delivery) };
    },

    async disconnect({ channel_id }, principal) {
      const connection = await getOwnConnection(context, channel_id, principal);
      await store.channels.delete(connection.id);
      dispatcher.wake();
      return { disconnected: connection.id };
    },
  };
}

/**
 * The new scope: a monitor, `null` for all monitors, or `undefined` to keep the current one.
 *
 * @throws {ApiError} if the fields contradict each other
 */
function scopeOf(fields: {
  monitor_id: string | null | undefined;
  all_monitors: boolean | undefined;
}): string | null | undefined {
  const { monitor_id = fields.all_monitors ? null : undefined, all_monitors } = fields;
  if (all_monitors === undefined || all_monitors === (monitor_id === null)) return monitor_id;
  throw invalidField('monitor_id', `cannot be ${monitor_id} if all_monitors is ${all_monitors}`);
}

/** @throws {ApiError} `rejected_destination`, with the reason */
function acceptedUrl({ destinations }: Context, text: string): string {
  const destination = checkWebhookUrl(text, destinations);
  if ('url' in destination) return destination.url;
  throw new ApiError('rejected_destination', `webhook_url ${destination.rejected}`);
}

/** @throws {ApiError} `not_found`, also for connections of others, to hide that they exist */
async function getOwnConnection(
  { store }: Context,
  id: string,
  { account }: Principal,
): Promise<ChannelRecord> {
  const connection = await store.channels.get(id);
  if (connection?.account_id === account.id) return connection;
  throw new ApiError('not_found', `you have no connection ${JSON.stringify(id)}`);
}

/** @throws {ApiError} `conflict` if there is a duplicate, which would send each alert twice */
function assertNoDuplicate(duplicate: ChannelRecord | undefined): void {
  if (!duplicate) return;
  const message = `the connection ${duplicate.id} already delivers the same monitors to this URL`;
  throw new ApiError('conflict', message, { channel_id: duplicate.id });
}

/** @throws {ApiError} if the monitor does not recur, or its team does not permit the connection */
async function assertConnectable(
  context: Context,
  id: string,
  principal: Principal,
): Promise<void> {
  const monitor = await getVisibleMonitor(context, id, principal);
  if (monitor.every_minutes === null) {
    throw invalidField('monitor_id', 'names a monitor that does not recur');
  }
  if (await hasWebhookPermission(context, monitor, principal)) return;
  throw new ApiError(
    'forbidden',
    `the team does not let you connect its monitor ${id} to webhooks: ask for its webhook permission`,
  );
}
