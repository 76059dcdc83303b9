import type { Alert } from '../alerts.ts';
import type { Briefing } from '../briefings.ts';
import type { Channel } from '../channel.ts';
import type { NewsAlert, WebhookTest } from '../events.ts';
import type { Monitor } from '../monitor.ts';
import type { NewsItem } from '../news.ts';
import type { Profile } from '../profile.ts';
import type { Run, RunResult } from '../run.ts';
import type { WebhookDelivery } from '../webhook-delivery.ts';

/** One resource of each kind; together they describe one monitor and its first alert. */

export const newsItemExample: NewsItem = {
  id: 'sample-001',
  title: 'Ghana lowers its cocoa export quota for the season',
  description: 'The regulator expects a harvest of 520,000 tonnes.',
  url: 'https://news.example.com/cocoa-quota',
  publication_date: '2026-11-20T08:10:00.000Z',
  source: 'Example News',
};

export const monitorExample: Monitor = {
  id: 'mon_3f9a',
  title: 'cocoa quotas',
  prompt: 'cocoa quotas',
  status: 'active',
  owner_id: 'acct_1',
  team_id: null,
  every_minutes: 60,
  execution: 'standard',
  sources: [],
  include_sources: [],
  exclude_sources: ['tabloid.example.com'],
  include_languages: ['en'],
  exclude_languages: [],
  exclude_words: [],
  min_relevance: null,
  quiet_hours: '22:00-07:00',
  created_at: '2026-11-20T07:30:00.000Z',
  last_run_at: '2026-11-20T08:30:00.000Z',
  next_run_at: '2026-11-20T09:30:00.000Z',
};

const runResultExample: RunResult = {
  title: newsItemExample.title,
  summary: newsItemExample.description,
  links: [{ url: 'https://news.example.com/cocoa-quota', source: 'Example News' }],
  publication_date: newsItemExample.publication_date,
};

export const runExample: Run = {
  id: 'run_71c0',
  monitor_id: monitorExample.id,
  trigger: 'schedule',
  status: 'completed',
  started_at: '2026-11-20T08:30:00.000Z',
  finished_at: '2026-11-20T08:30:00.120Z',
  results: [runResultExample],
  filtered: { exclude_sources: 1 },
  error: null,
  broadcast_results: [
    {
      channel_id: 'chan_b2d4',
      event_id: 'evt_9e15',
      status: 'delivered',
      attempts: 1,
      last_status_code: 204,
      last_error: null,
    },
  ],
};

export const previewExample: Run = {
  ...runExample,
  id: 'run_70ab',
  trigger: 'preview',
  started_at: '2026-11-20T07:30:00.000Z',
  finished_at: '2026-11-20T07:30:00.080Z',
  results: [],
  filtered: {},
  broadcast_results: [],
};

export const alertExample: Alert = {
  id: 'alert_c8e2',
  monitor_id: monitorExample.id,
  monitor_title: monitorExample.title,
  run_id: runExample.id,
  created_at: '2026-11-20T08:30:00.120Z',
  results: [runResultExample],
};

export const channelExample: Channel = {
  id: 'chan_b2d4',
  platform: 'webhook',
  webhook_url: 'https://hooks.example.com/news',
  monitor_id: null,
  name: 'News desk',
  status: 'active',
  status_reason: null,
  previous_secret_expires_at: null,
  created_at: '2026-11-20T07:45:00.000Z',
  not_covered: [],
};

export const webhookDeliveryExample: WebhookDelivery = {
  event_id: 'evt_9e15',
  type: 'news.alert',
  channel_id: channelExample.id,
  monitor_id: monitorExample.id,
  run_id: runExample.id,
  status: 'delivered',
  round: 1,
  attempts: 1,
  created_at: '2026-11-20T08:30:00.120Z',
  last_attempt_at: '2026-11-20T08:30:00.180Z',
  next_attempt_at: null,
  last_status_code: 204,
  last_error: null,
};

export const briefingExample: Briefing = {
  id: 'brief_5d03',
  title: 'Friday, 20 November 2026',
  summary: 'cocoa quotas: Ghana lowers its cocoa export quota for the season.',
  created_at: '2026-11-21T07:00:00.000Z',
  period: { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' },
  monitors: [
    {
      monitor_id: monitorExample.id,
      monitor_title: monitorExample.title,
      alerts: 1,
      result_count: 1,
      results: [runResultExample],
    },
  ],
  news: [],
};

export const profileExample: Profile = {
  name: 'News desk',
  time_zone: 'Europe/Berlin',
  language: 'de',
  briefing: 'daily',
  briefing_time: '07:00',
  briefing_day: 'monday',
};

export const newsAlertExample: NewsAlert = {
  id: 'evt_9e15',
  type: 'news.alert',
  created_at: alertExample.created_at,
  monitor_id: monitorExample.id,
  monitor_title: monitorExample.title,
  run_id: runExample.id,
  articles: [
    {
      title: newsItemExample.title,
      url: newsItemExample.url,
      description: newsItemExample.description,
      publication_date: newsItemExample.publication_date,
    },
  ],
  results: [{ ...runResultExample }],
};

export const webhookTestExample: WebhookTest = {
  id: 'evt_0a4c',
  type: 'webhook.test',
  created_at: '2026-11-20T07:46:00.000Z',
};
