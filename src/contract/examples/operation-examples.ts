import type { InputOf, Operation, OutputOf } from '../operation.ts';
import type { Operations } from '../operations.ts';
import {
  alertExample,
  briefingExample,
  channelExample,
  monitorExample,
  newsItemExample,
  previewExample,
  profileExample,
  runExample,
  webhookDeliveryExample,
} from './resource-examples.ts';

/** A call of an operation and its response. */
interface OperationExample<Op extends Operation = Operation> {
  input: InputOf<Op>;
  output: OutputOf<Op>;
}

type Examples<Table> = {
  [Key in keyof Table]: Table[Key] extends Operation
    ? OperationExample<Table[Key]>
    : Examples<Table[Key]>;
};

const lastPage = { has_more: false, next_cursor: null };
const ofMonitor = { id: monitorExample.id };
const ofChannel = { channel_id: channelExample.id };
const understanding = { understood: 'news about cocoa and quotas', prompt_warnings: [] };
const signing_secret = 'whsec_4d1f0c7e9ab2';

const examples: Examples<Operations> = {
  account: {
    overview: {
      input: {},
      output: {
        account: { id: 'acct_1', name: 'News desk', created_at: '2026-11-01T09:00:00.000Z' },
        plan: { status: 'active', url: 'https://news.example.com/pricing' },
        counts: { monitors: 1, channels: 1, news_items: 1200 },
      },
    },
  },
  news: {
    search: {
      input: { query: 'cocoa quotas', hours_ago: 72, limit: 10 },
      output: { items: [{ ...newsItemExample, score: 0.92 }], ...lastPage },
    },
    latest: { input: { limit: 5 }, output: { items: [newsItemExample], ...lastPage } },
    mine: { input: { limit: 5 }, output: { items: [newsItemExample], ...lastPage } },
    get: {
      input: { id: newsItemExample.id },
      output: { ...newsItemExample, body: 'The regulator said on Friday that …' },
    },
  },
  monitors: {
    list: { input: {}, output: { monitors: [monitorExample] } },
    create: {
      input: {
        prompt: 'cocoa quotas',
        every_minutes: 60,
        exclude_sources: ['tabloid.example.com'],
        include_languages: ['en'],
        quiet_hours: '22:00-07:00',
      },
      output: {
        ...monitorExample,
        last_run_at: null,
        next_run_at: '2026-11-20T08:30:00.000Z',
        ...understanding,
        preview: previewExample,
        ignored_prompt: null,
      },
    },
    get: { input: ofMonitor, output: { ...monitorExample, ...understanding } },
    edit: {
      input: { ...ofMonitor, every_minutes: 30, quiet_hours: null },
      output: { ...monitorExample, every_minutes: 30, quiet_hours: null },
    },
    run: { input: ofMonitor, output: { ...runExample, trigger: 'on_demand' } },
    runs: { input: { ...ofMonitor, limit: 5 }, output: { runs: [runExample], ...lastPage } },
    pause: {
      input: ofMonitor,
      output: { ...monitorExample, status: 'paused', next_run_at: null },
    },
    resume: { input: ofMonitor, output: monitorExample },
    pause_all: {
      input: {},
      output: { monitors: [{ ...monitorExample, status: 'paused', next_run_at: null }] },
    },
    delete: { input: ofMonitor, output: { deleted: monitorExample.id } },
  },
  alerts: {
    list: {
      input: { since: '2026-11-20T00:00:00Z', limit: 50 },
      output: { alerts: [alertExample], ...lastPage },
    },
  },
  delivery: {
    get: {
      input: { status: 'delivered', limit: 20 },
      output: {
        channels: [channelExample],
        webhook_deliveries: [webhookDeliveryExample],
        ...lastPage,
      },
    },
    connect: {
      input: { platform: 'webhook', webhook_url: channelExample.webhook_url, name: 'News desk' },
      output: { channel: channelExample, signing_secret },
    },
    set: {
      input: { ...ofChannel, status: 'paused' },
      output: { channel: { ...channelExample, status: 'paused' } },
    },
    rotate_secret: {
      input: { ...ofChannel, previous_valid_hours: 24 },
      output: {
        channel: { ...channelExample, previous_secret_expires_at: '2026-11-21T09:00:00.000Z' },
        signing_secret,
        previous_secret_expires_at: '2026-11-21T09:00:00.000Z',
      },
    },
    test: {
      input: ofChannel,
      output: {
        webhook_delivery: {
          ...webhookDeliveryExample,
          event_id: 'evt_0a4c',
          type: 'webhook.test',
          monitor_id: null,
          run_id: null,
        },
      },
    },
    disconnect: { input: ofChannel, output: { disconnected: channelExample.id } },
  },
  briefings: {
    list: { input: { limit: 1 }, output: { briefings: [briefingExample], ...lastPage } },
  },
  usage: {
    input: {},
    output: {
      period: { from: '2026-10-22', to: '2026-11-20' },
      requests: 240,
      quota: null,
      plan_quotas: { monitors: 100, connections: 10, prompt: 10_000 },
      operations: [
        { operation: 'news.search', requests: 200 },
        { operation: 'alerts.list', requests: 40 },
      ],
    },
  },
  profile: {
    get: { input: {}, output: profileExample },
    update: {
      input: { time_zone: 'Europe/Berlin', briefing_time: '07:00' },
      output: profileExample,
    },
  },
};

/** The example of an operation. */
export function operationExample({ name }: Operation): OperationExample {
  return name
    .split('.')
    .reduce<object>(
      (group, key) => new Map(Object.entries(group)).get(key),
      examples,
    ) as OperationExample;
}
