import * as z from 'zod/mini';
import { channelSchema } from './channel.ts';
import { operation } from './operation.ts';
import { list, text, time } from './output-fields.ts';
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
import { deliveryStatus, webhookDeliverySchema } from './webhook-delivery.ts';

/** Finds the URLs of connections, all of which are in each page. */
const urls = {
  operation: 'delivery.get',
  input: { limit: 1 },
  list: 'channels',
  field: 'webhook_url',
};

const signingSecretField = () =>
  text('secret that signs the events; returned only this once, so store it now');

export const delivery = {
  get: operation({
    name: 'delivery.get',
    title: 'Show delivery',
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
    title: 'Connect a webhook',
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
    title: 'Change a connection',
    summary:
      'Change a connection: its status, URL, scope or name; the signing secret stays the same',
    section: '3.3',
    method: 'POST',
    path: '/api/v1/delivery/set',
    effect: 'change',
    errors: ['forbidden', 'conflict'],
    destructive: true,
    confirmation: {
      verb: 'Disable',
      noun: 'connection',
      names: urls,
      loss: 'Queued deliveries stop for good.',
      isNeeded: ({ status }) => status === 'disabled',
    },
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
      'delivery set chan_example --status paused',
      'delivery set chan_example --status disabled --yes',
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
    title: 'Rotate a signing secret',
    summary: 'Replace the signing secret of a connection; the previous one stays valid for a time',
    section: '2.5',
    method: 'POST',
    path: '/api/v1/delivery/rotate-secret',
    effect: 'create',
    errors: ['conflict'],
    destructive: true,
    confirmation: {
      verb: 'End the signing secret of',
      noun: 'connection',
      names: urls,
      loss: 'The receiver rejects events until it has the new secret.',
      isNeeded: ({ previous_valid_hours, replace = false }) =>
        previous_valid_hours === 0 || replace,
    },
    documented: false,
    args: ['channel_id'],
    flags: { previous_valid_hours: '--previous-valid-hours <n>' },
    examples: [
      'delivery rotate-secret chan_example --secret-file new-secret.txt',
      'delivery rotate-secret chan_example --previous-valid-hours 0 --yes',
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
    title: 'Send a test event',
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
    title: 'Remove a connection',
    summary: 'Remove a connection and stop its queued deliveries',
    section: '3.3',
    method: 'POST',
    path: '/api/v1/delivery/disconnect',
    effect: 'delete',
    confirmation: {
      verb: 'Remove',
      noun: 'connection',
      names: urls,
      loss: 'Queued deliveries stop.',
    },
    access: 'free',
    documented: false,
    args: ['channel_id'],
    examples: ['delivery disconnect chan_example --yes'],
    input: () => z.strictObject({ channel_id: idField('id of the connection') }),
    output: () => z.looseObject({ disconnected: text('id of the removed connection') }),
  }),
};
