import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { cursorField, pageFields } from './pages.ts';
import { named, namedSchema } from './schema-name.ts';
import {
  fieldTraits,
  idField,
  integerField,
  limitField,
  maxLimit,
  maxUrlLength,
  optionalBooleanField,
  textField,
  timestampField,
} from './shared-fields.ts';

/** A delivery connection. Only `connect` and `rotate_secret` return its signing secret. */
const channelSchema = namedSchema('Channel', () =>
  z.looseObject({
    id: z.string(),
    platform: z.enum(['webhook']),
    webhook_url: z.string(),
    /** `null`: all monitors that the user owns, including future ones. */
    monitor_id: z.nullable(z.string()),
    name: z.nullable(z.string()),
    status: z.enum(['active', 'paused', 'disabled', 'ended']),
    /** Why the connection has ended, such as `monitor_deleted`; otherwise `null`. */
    status_reason: z.nullable(z.string()),
    /** Until when events are signed with the previous secret too; `null` outside a rotation. */
    previous_secret_expires_at: z.nullable(timestampField()),
    created_at: timestampField(),
    /** Recurring monitors in its scope that it gets no events of. */
    not_covered: z.array(
      named(
        'UncoveredMonitor',
        z.looseObject({ monitor_id: z.string(), reason: z.enum(['permission_missing']) }),
      ),
    ),
  }),
);
export type Channel = z.infer<ReturnType<typeof channelSchema>>;

const deliveryStatus = () =>
  z.enum(['pending', 'retrying', 'delivered', 'failed', 'exhausted', 'stopped']);

/** The delivery of one event to one connection. */
const webhookDeliverySchema = namedSchema('WebhookDelivery', () =>
  z.looseObject({
    event_id: z.string(),
    type: z.string(),
    channel_id: z.string(),
    monitor_id: z.nullable(z.string()),
    run_id: z.nullable(z.string()),
    status: deliveryStatus(),
    /** Number of rounds started, 0 to 8. */
    round: z.int(),
    /** Total number of attempts in all rounds. */
    attempts: z.int(),
    created_at: timestampField(),
    last_attempt_at: z.nullable(timestampField()),
    next_attempt_at: z.nullable(timestampField()),
    last_status_code: z.nullable(z.int()),
    last_error: z.nullable(z.string()),
  }),
);
export type WebhookDelivery = z.infer<ReturnType<typeof webhookDeliverySchema>>;

export const delivery = {
  get: operation({
    name: 'delivery.get',
    summary: 'Show your delivery connections and deliveries: pending and retrying ones first',
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
        channels: z.array(channelSchema()),
        webhook_deliveries: z.array(webhookDeliverySchema()),
        ...pageFields(),
      }),
  }),

  connect: operation({
    name: 'delivery.connect',
    summary: 'Deliver alerts to a webhook; its signing secret is shown only once',
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
    output: () => z.looseObject({ channel: channelSchema(), signing_secret: z.string() }),
  }),

  set: operation({
    name: 'delivery.set',
    summary:
      'Change a connection: its status, URL, scope or name; the signing secret stays the same',
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
        signing_secret: z.string(),
        previous_secret_expires_at: timestampField(),
      }),
  }),

  test: operation({
    name: 'delivery.test',
    summary: 'Send a signed webhook.test event to a connection',
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
    method: 'POST',
    path: '/api/v1/delivery/disconnect',
    effect: 'delete',
    access: 'free',
    documented: false,
    args: ['channel_id'],
    examples: ['delivery disconnect chan_example'],
    input: () => z.strictObject({ channel_id: idField('id of the connection') }),
    output: () => z.looseObject({ disconnected: z.string() }),
  }),
};
