import * as z from 'zod/mini';
import { once } from './once.ts';
import { operation } from './operation.ts';
import { maxUrlLength, switchField, textField, timestampField } from './shared-fields.ts';

/** A delivery connection. Its signing secret is never part of a later read. */
const channelSchema = once(() =>
  z.looseObject({
    id: z.string(),
    platform: z.enum(['webhook']),
    webhook_url: z.string(),
    /** `null`: every monitor that you own, those made later too. */
    monitor_id: z.nullable(z.string()),
    name: z.nullable(z.string()),
    status: z.enum(['active', 'disabled']),
    created_at: timestampField(),
  }),
);
export type Channel = z.infer<ReturnType<typeof channelSchema>>;

/** Where one event stands on its way to one connection. */
const webhookDeliverySchema = once(() =>
  z.looseObject({
    event_id: z.string(),
    type: z.string(),
    channel_id: z.string(),
    monitor_id: z.nullable(z.string()),
    run_id: z.nullable(z.string()),
    status: z.enum(['pending', 'retrying', 'delivered', 'failed', 'exhausted', 'stopped']),
    /** Rounds begun, 1 to 8; 0 before the first. */
    round: z.int(),
    /** Attempts made in all rounds together. */
    attempts: z.int(),
    created_at: timestampField(),
    last_attempt_at: z.nullable(timestampField()),
    next_attempt_at: z.nullable(timestampField()),
    last_status_code: z.nullable(z.int()),
    last_error: z.nullable(z.string()),
  }),
);
export type WebhookDelivery = z.infer<ReturnType<typeof webhookDeliverySchema>>;

export const deliveryGet = operation({
  name: 'delivery.get',
  summary: 'Read your delivery connections and what became of recent events',
  method: 'GET',
  path: '/api/v1/delivery',
  effect: 'read',
  access: 'paid',
  documented: true,
  examples: ['delivery get'],
  input: () => z.strictObject({}),
  output: () =>
    z.looseObject({
      channels: z.array(channelSchema()),
      webhook_deliveries: z.array(webhookDeliverySchema()),
    }),
});

export const deliveryConnect = operation({
  name: 'delivery.connect',
  summary: 'Send alerts to a webhook; the signing secret is shown this once',
  method: 'POST',
  path: '/api/v1/delivery/connect',
  effect: 'create',
  access: 'paid',
  documented: true,
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
      platform: z.enum(['webhook']).check(z.describe('Where to deliver: webhook')),
      webhook_url: textField(maxUrlLength, 'A public https address that you own'),
      monitor_id: z.optional(
        textField(200, 'One monitor only; without it, all that you own, now and later'),
      ),
      name: z.optional(textField(200, 'What you call the connection')),
    }),
  output: () => z.looseObject({ channel: channelSchema(), signing_secret: z.string() }),
});

const channelId = once(() => textField(200, 'The id of the connection'));

export const deliverySet = operation({
  name: 'delivery.set',
  summary: 'Change a connection: disable, enable, URL, scope, name; the signing secret stays',
  method: 'POST',
  path: '/api/v1/delivery/set',
  effect: 'change',
  destructive: true,
  access: 'paid',
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
      channel_id: channelId(),
      status: z.optional(
        z
          .enum(['active', 'disabled'])
          .check(z.describe('active or disabled: disabled stops what is queued')),
      ),
      webhook_url: z.optional(textField(maxUrlLength, 'A public https address that you own')),
      monitor_id: z.optional(textField(200, 'Cover this one monitor only')),
      all_monitors: switchField('Cover every monitor that you own, now and later'),
      name: z.optional(textField(200, 'What you call the connection')),
    }),
  output: () => z.looseObject({ channel: channelSchema() }),
});

export const deliveryTest = operation({
  name: 'delivery.test',
  summary: 'Send a signed webhook.test event; it tests the connection alone',
  method: 'POST',
  path: '/api/v1/delivery/test',
  effect: 'create',
  openWorld: true,
  access: 'paid',
  documented: false,
  args: ['channel_id'],
  examples: ['delivery test chan_example'],
  input: () => z.strictObject({ channel_id: channelId() }),
  output: () => z.looseObject({ webhook_delivery: webhookDeliverySchema() }),
});

export const deliveryDisconnect = operation({
  name: 'delivery.disconnect',
  summary: 'Remove a connection; its queued events stop',
  method: 'POST',
  path: '/api/v1/delivery/disconnect',
  effect: 'delete',
  access: 'paid',
  documented: false,
  args: ['channel_id'],
  examples: ['delivery disconnect chan_example'],
  input: () => z.strictObject({ channel_id: channelId() }),
  output: () => z.looseObject({ disconnected: z.string() }),
});
