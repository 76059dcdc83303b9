import type { Operations } from '../../../contract/operations.ts';
import { testDelivery } from '../../delivery/new-delivery.ts';
import { rotationEnd } from '../../delivery/signing-secrets.ts';
import { checkWebhookUrl } from '../../egress/destination-policy.ts';
import type { ChannelChanges, ChannelConflict, ChannelRecord } from '../../store/store.ts';
import { toTimestamp, toTimestampOrNull } from '../../timestamp.ts';
import { assertQuota } from '../accounts/quotas.ts';
import { ApiError, invalidField } from '../api-error.ts';
import type { Context, Handlers, Principal } from '../context.ts';
import { toPage } from '../cursor.ts';
import { newId } from '../identifier.ts';
import { getVisibleMonitor, hasWebhookPermission, noMonitor } from '../monitors/monitor-access.ts';
import { DuplicateConnectionError, EndedConnectionError } from './connection-errors.ts';
import { cursorAfter, readDeliveryCursor } from './delivery-cursor.ts';
import { channelResponse, deliveryResponse } from './delivery-response.ts';
import { newSigningSecret } from './signing-secret.ts';

/** Default number of deliveries in a response. */
const defaultDeliveries = 100;

const hour = 3_600_000;

/** Milliseconds for which a paused connection keeps its events. */
const maxPause = 7 * 24 * hour;

export function deliveryHandlers(context: Context): Handlers<Operations['delivery']> {
  const { store, clock, dispatcher } = context;

  const describe = async (connection: ChannelRecord, now: number) =>
    channelResponse(connection, now, await store.channels.notCovered(connection.account_id));

  return {
    async get({ limit = defaultDeliveries, cursor, status, channel_id }, { account }) {
      const scope = {
        operation: 'delivery.get',
        accountId: account.id,
        parameters: { status, channel_id },
      };
      const after = readDeliveryCursor(cursor, scope);
      const connections = await store.channels.list(account.id);
      const now = clock.now();
      const notCovered = await store.channels.notCovered(account.id);
      const filter = { after, status, channel_id };
      const found = await store.outbox.list(account.id, limit + 1, filter);
      const readAt = clock.now();
      const { items, ...page } = toPage(found, limit, scope, () =>
        cursorAfter(found.slice(0, limit), readAt, after),
      );
      const channels = connections.filter(({ id }) => id === (channel_id ?? id));
      if (channel_id !== undefined && channels.length === 0) {
        // A removed connection is known by its deliveries.
        const [any] = await store.outbox.list(account.id, 1, { channel_id });
        if (!any) throw noConnection(channel_id);
      }
      return {
        channels: channels.map((connection) => channelResponse(connection, now, notCovered)),
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
        status_reason: null,
        signing_secret: newSigningSecret(),
        previous_secret: null,
        previous_secret_expires_at: null,
        created_at: clock.now(),
      };
      if (monitor_id !== undefined) await assertConnectable(context, monitor_id, principal);
      const other = await store.channels.duplicate(connection);
      if (other) throw new DuplicateConnectionError(other.id);
      const count = await store.channels.countOf(principal.account.id);
      assertQuota(context, principal, 'connections', count);
      const conflict = await store.channels.create(connection);
      if (conflict) throw await connectionError(context, conflict, connection);
      return {
        channel: await describe(connection, clock.now()),
        signing_secret: connection.signing_secret,
      };
    },

    async set({ channel_id, all_monitors, ...fields }, principal) {
      const { status, webhook_url, monitor_id, name } = fields;
      const scope = scopeOf({ monitor_id, all_monitors });
      const current = await getOwnConnection(context, channel_id, principal);
      if (typeof scope === 'string') await assertConnectable(context, scope, principal);
      const changes: ChannelChanges = {
        ...(status !== undefined && { status }),
        ...(webhook_url !== undefined && { webhook_url: acceptedUrl(context, webhook_url) }),
        ...(scope !== undefined && { monitor_id: scope }),
        ...(name !== undefined && { name }),
      };
      const now = clock.now();
      const outcome = await store.channels.update(current, changes, {
        now,
        resumeFrom: now - maxPause,
      });
      if (typeof outcome === 'string') {
        throw await connectionError(context, outcome, { ...current, ...changes });
      }
      dispatcher.wake();
      return { channel: await describe(outcome, now) };
    },

    async rotate_secret({ channel_id, previous_valid_hours = 24, replace }, principal) {
      const current = await getOwnConnection(context, channel_id, principal);
      const now = clock.now();
      if (!replace && rotationEnd(current, now) !== null) throw alreadyRotated(current, now);
      const next = newSigningSecret();
      const expires_at = now + previous_valid_hours * hour;
      const rotation = { current: current.signing_secret, next, expires_at };
      if (!(await store.channels.rotateSecret(current.id, rotation))) {
        throw alreadyRotated(await getOwnConnection(context, channel_id, principal), now);
      }
      const rotated = { ...current, previous_secret_expires_at: expires_at };
      return {
        channel: await describe(rotated, now),
        signing_secret: next,
        previous_secret_expires_at: toTimestamp(expires_at),
      };
    },

    async test({ channel_id }, principal) {
      const connection = await getOwnConnection(context, channel_id, principal);
      const pending = testDelivery(connection, clock.now(), principal.trace);
      await store.outbox.add(pending);
      await dispatcher.waitForAttempts([pending.event_id]);
      const delivery = await store.outbox.get(pending.event_id);
      return { webhook_delivery: deliveryResponse(delivery ?? pending) };
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
  const message = `webhook_url ${destination.rejected}`;
  throw new ApiError('rejected_destination', message, {}, 'webhook_url');
}

function noConnection(id: string): ApiError {
  return new ApiError('not_found', `you have no connection ${JSON.stringify(id)}`);
}

/** @throws {ApiError} `not_found`, also for connections of others, to hide that they exist */
async function getOwnConnection(
  { store }: Context,
  id: string,
  { account }: Principal,
): Promise<ChannelRecord> {
  const connection = await store.channels.get(id);
  if (connection?.account_id === account.id) return connection;
  throw noConnection(id);
}

/** The error for a connection that the store did not accept. */
async function connectionError(
  { store }: Context,
  conflict: ChannelConflict,
  wanted: ChannelRecord,
): Promise<ApiError> {
  const { id, monitor_id } = wanted;
  switch (conflict) {
    case 'duplicate': {
      const other = await store.channels.duplicate(wanted);
      if (!other) return new ApiError('conflict', 'your connections have just changed; try again');
      return new DuplicateConnectionError(other.id);
    }
    case 'ended':
      return new EndedConnectionError(id);
    case 'monitor_deleted':
      return noMonitor(monitor_id ?? '', 'monitor_id');
    case 'removed':
      return noConnection(id);
  }
}

/** The error of a rotation that came second. */
function alreadyRotated(connection: ChannelRecord, now: number): ApiError {
  const { id } = connection;
  const end = toTimestampOrNull(rotationEnd(connection, now));
  if (end === null) {
    const message = `another request has just rotated the secret of the connection ${id}, and only its response has the new one; to rotate it again, set replace to true`;
    return new ApiError('conflict', message, { channel_id: id });
  }
  return new ApiError(
    'conflict',
    `the secret of the connection ${id} was rotated already, and its previous secret is valid until ${end}; to end that one now and rotate again, set replace to true`,
    { channel_id: id, previous_secret_expires_at: end },
  );
}

/** @throws {ApiError} if the monitor does not recur, or its team does not permit the connection */
async function assertConnectable(
  context: Context,
  id: string,
  principal: Principal,
): Promise<void> {
  const monitor = await getVisibleMonitor(context, id, principal, 'monitor_id');
  if (monitor.every_minutes === null) {
    throw invalidField('monitor_id', 'names a monitor that does not recur');
  }
  if (await hasWebhookPermission(context, monitor, principal)) return;
  throw new ApiError(
    'forbidden',
    `the team does not let you connect its monitor ${id} to webhooks: ask for its webhook permission`,
    {},
    'monitor_id',
  );
}
