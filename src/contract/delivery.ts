import * as z from 'zod/mini';
import { noun } from './noun.ts';
import { once } from './once.ts';
import { operation } from './operation.ts';
import {
  choice,
  integer,
  integerOrNull,
  list,
  text,
  textOrNull,
  time,
  timeOrNull,
} from './output-fields.ts';
import { cursorField, pageFields } from './pages.ts';
import {
  fieldTraits,
  idField,
  integerField,
  limitField,
  maxLimit,
  maxUrlLength,
  optionalBooleanField,
  textField,
} from './shared-fields.ts';

export type { Channel, WebhookDelivery } from '../generated/data.ts';

const uncoveredMonitorSchema = () =>
  noun(
    {
      name: 'UncoveredMonitor',
      section: '2.5',
      description: 'a recurring monitor in the scope of a connection that gets no events of it',
    },
    {
      monitor_id: text('id of the monitor'),
      reason: choice(
        ['permission_missing'],
        'permission_missing: the user lacks the webhook permission of the team of the monitor',
      ),
    },
  );

const channelSchema = once(() =>
  noun(
    {
      name: 'Channel',
      section: '2.5',
      description:
        'a delivery connection; only delivery.connect and delivery.rotate_secret return its signing secret',
    },
    {
      id: text('id of the connection'),
      platform: choice(['webhook'], 'where events are sent'),
      webhook_url: text('URL that receives the events'),
      monitor_id: textOrNull(
        'id of the only monitor that is covered; null: all monitors that the user owns, including future ones',
      ),
      name: textOrNull('name of the connection; null: none'),
      status: choice(
        ['active', 'paused', 'disabled', 'ended'],
        'active: events are sent; paused: they are kept for up to seven days until the connection is active again; disabled: they are dropped; ended: the monitor was deleted',
      ),
      status_reason: textOrNull(
        'why the connection has ended, such as monitor_deleted; null: it has not',
      ),
      previous_secret_expires_at: timeOrNull(
        'until when events are signed with the previous secret too; null: no rotation is in progress',
      ),
      created_at: time('when the connection was created'),
      not_covered: list(
        uncoveredMonitorSchema(),
        'recurring monitors in the scope of the connection that it gets no events of',
      ),
    },
  ),
);

const deliveryStatus = () =>
  z.enum(['pending', 'retrying', 'delivered', 'failed', 'exhausted', 'stopped']);

const webhookDeliverySchema = once(() =>
  noun(
    {
      name: 'WebhookDelivery',
      section: '2.6',
      description: 'the delivery of one event to one connection',
    },
    {
      event_id: text('id of the event, which the receiver deduplicates by'),
      type: text('type of the event: news.alert or webhook.test'),
      channel_id: text('id of the connection'),
      monitor_id: textOrNull('id of the monitor; null: the event is a webhook.test'),
      run_id: textOrNull('id of the run; null: the event is a webhook.test'),
      status: deliveryStatus().register(z.globalRegistry, {
        description:
          'pending: no attempt yet; retrying: another attempt follows; delivered: accepted with a 2xx status; failed: rejected for good; exhausted: no attempt is left; stopped: last_error says why',
      }),
      round: integer('number of rounds started, 0 to 8'),
      attempts: integer('total number of attempts in all rounds'),
      created_at: time('when the event was created'),
      last_attempt_at: timeOrNull('time of the last attempt; null: there was none'),
      next_attempt_at: timeOrNull('when the next attempt is due; null: none follows'),
      last_status_code: integerOrNull(
        'HTTP status code of the last attempt; null: there was no response',
      ),
      last_error: textOrNull(
        'why the last attempt failed or the delivery was stopped, such as timeout or plan_lapsed; null: no error',
      ),
    },
  ),
);

const signingSecretField = () =>
  text('secret that signs the events; returned only this once, so store it now');

export const delivery = {
  get: operation({
    name: 'delivery.get',
    summary: 'Show your delivery connections and deliveries: pending and retrying ones first',
    section: '4.4',
    method: 'GET',
    path: '/api/v1/delivery',
    effect: 'read',
    flags: { channel_id: '--channel <id>' },
    examples: ['delivery get', 'delivery get --status exhausted --limit 20'],
    input: () =>
      z.strictObject({
        limit: limitField(maxLimit),
        status: z.optional(deliveryStatus().check(z.describe('only deliveries with this status'))),
        channel_id: z.optional(idField('only this connection and its deliveries')),
        cursor: cursorField(),
      }),
    list: 'webhook_deliveries',
    output: () =>
      z.looseObject({
        channels: list(channelSchema(), 'the delivery connections, oldest first'),
        webhook_deliveries: list(
          webhookDeliverySchema(),
          'pending and retrying deliveries first, then all others; each part newest first',
        ),
        ...pageFields(),
      }),
  }),

  connect: operation({
    name: 'delivery.connect',
    summary: 'Deliver alerts to a webhook; its signing secret is shown only once',
    section: '2.5',
    method: 'POST',
    path: '/api/v1/delivery/connect',
    effect: 'create',
    errors: ['forbidden', 'conflict'],
    flags: {
      platform: '--platform <platform>',
      webhook_url: '--webhook-url <url>',
      monitor_id: '--monitor <id>',
      name: '--name <name>',
    },
    examples: [
      'delivery connect --platform webhook --webhook-url https://hooks.example.com/news --monitor mon_example',
      'delivery connect --platform webhook --webhook-url https://hooks.example.com/news',
    ],
    input: () =>
      z.strictObject({
        platform: z.enum(['webhook']).check(z.describe('delivery platform')),
        webhook_url: textField(maxUrlLength, 'public https URL that you own'),
        monitor_id: z.optional(
          idField('deliver only this monitor (default: all your monitors, including future ones)'),
        ),
        name: z.optional(textField(200, 'name of the connection, for your reference')),
      }),
    secretField: 'signing_secret',
    notice: ({ channel: { monitor_id, not_covered } }) => {
      if (monitor_id !== null) return `the connection covers only the monitor ${monitor_id}`;
      const ids = not_covered.map((each) => each.monitor_id).join(', ');
      const except = ids && `, except ${ids}: you lack the webhook permission of their teams`;
      return `the connection covers all your monitors, including future ones${except}`;
    },
    output: () => z.looseObject({ channel: channelSchema(), signing_secret: signingSecretField() }),
  }),

  set: operation({
    name: 'delivery.set',
    summary:
      'Change a connection: its status, URL, scope or name; the signing secret stays the same',
    section: '3.3',
    method: 'POST',
    path: '/api/v1/delivery/set',
    effect: 'change',
    errors: ['forbidden', 'conflict'],
    destructive: true,
    documented: false,
    args: ['channel_id'],
    flags: {
      status: '--status <status>',
      webhook_url: '--webhook-url <url>',
      monitor_id: '--monitor <id>',
      all_monitors: '--all-monitors',
      name: '--name <name>',
    },
    examples: [
      'delivery set chan_example --status disabled',
      'delivery set chan_example --webhook-url https://hooks.example.com/new',
    ],
    input: () =>
      z.strictObject({
        channel_id: idField('id of the connection'),
        status: z.optional(
          z
            .enum(['active', 'paused', 'disabled'])
            .check(
              z.describe(
                'new status; paused keeps events for up to seven days until active, disabled drops them',
              ),
            ),
        ),
        webhook_url: z.optional(textField(maxUrlLength, 'public https URL that you own')),
        monitor_id: z.optional(z.nullable(idField('deliver only this monitor'))),
        all_monitors: optionalBooleanField('deliver all your monitors, including future ones'),
        name: z.optional(
          z.nullable(
            textField(200, 'name of the connection, for your reference').register(fieldTraits, {
              canBeNone: true,
            }),
          ),
        ),
      }),
    freeInput: () =>
      z
        .strictObject({
          channel_id: idField('id of the connection'),
          status: z.enum(['disabled', 'paused']),
        })
        .check(z.describe('channel_id with the status disabled or paused only')),
    output: () => z.looseObject({ channel: channelSchema() }),
  }),

  rotate_secret: operation({
    name: 'delivery.rotate_secret',
    summary: 'Replace the signing secret of a connection; the previous one stays valid for a time',
    section: '2.5',
    method: 'POST',
    path: '/api/v1/delivery/rotate-secret',
    effect: 'create',
    errors: ['conflict'],
    destructive: true,
    documented: false,
    args: ['channel_id'],
    flags: { previous_valid_hours: '--previous-valid-hours <n>' },
    examples: [
      'delivery rotate-secret chan_example --secret-file new-secret.txt',
      'delivery rotate-secret chan_example --previous-valid-hours 0',
    ],
    input: () =>
      z.strictObject({
        channel_id: idField('id of the connection'),
        previous_valid_hours: z.optional(
          integerField('hours for which events are signed with the previous secret too', {
            min: 0,
            max: 168,
            default: 24,
          }),
        ),
        replace: optionalBooleanField(
          'rotate again during a rotation, which ends the older secret at once',
        ),
      }),
    secretField: 'signing_secret',
    notice: ({ channel: { previous_secret_expires_at } }) =>
      previous_secret_expires_at === null
        ? 'the previous secret is no longer valid: give the new one to the receiver now'
        : `events are signed with both secrets until ${previous_secret_expires_at}: give the receiver both until then`,
    output: () =>
      z.looseObject({
        channel: channelSchema(),
        signing_secret: signingSecretField(),
        previous_secret_expires_at: time(
          'until when events are signed with the previous secret too',
        ),
      }),
  }),

  test: operation({
    name: 'delivery.test',
    summary: 'Send a signed webhook.test event to a connection',
    section: '3.3',
    method: 'POST',
    path: '/api/v1/delivery/test',
    effect: 'create',
    openWorld: true,
    documented: false,
    args: ['channel_id'],
    examples: ['delivery test chan_example'],
    input: () => z.strictObject({ channel_id: idField('id of the connection') }),
    output: () => z.looseObject({ webhook_delivery: webhookDeliverySchema() }),
  }),

  disconnect: operation({
    name: 'delivery.disconnect',
    summary: 'Remove a connection and stop its queued deliveries',
    section: '3.3',
    method: 'POST',
    path: '/api/v1/delivery/disconnect',
    effect: 'delete',
    access: 'free',
    documented: false,
    args: ['channel_id'],
    examples: ['delivery disconnect chan_example'],
    input: () => z.strictObject({ channel_id: idField('id of the connection') }),
    output: () => z.looseObject({ disconnected: text('id of the removed connection') }),
  }),
};
