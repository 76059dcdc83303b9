import { randomBytes } from 'node:crypto';
import type { NewsAlert, WebhookTest } from '../../contract/events.ts';
import type { Alert, Channel, Delivery } from '../store/store.ts';

/** The event of an alert for one connection, due at once. */
export function alertEvent(alert: Alert, channel: Channel): Delivery {
  const id = newEventId(alert.created_at);
  const results = alert.results.map(({ title, summary, links, publication_date }) => ({
    title,
    summary,
    links,
    publication_date: publication_date === null ? null : moment(publication_date),
  }));
  const payload: NewsAlert = {
    id,
    type: 'news.alert',
    created_at: moment(alert.created_at),
    monitor_id: alert.monitor_id,
    monitor_title: alert.monitor_title,
    run_id: alert.run_id,
    articles: results.map(({ title, summary, links, publication_date }) => ({
      title,
      url: links[0]?.url ?? null,
      description: summary,
      publication_date,
    })),
    results,
  };
  const { monitor_id, run_id, created_at } = alert;
  return dueAtOnce(channel, { payload, monitor_id, run_id, created_at });
}

/** The event of Send test: it tests the connection alone. */
export function testEvent(channel: Channel, now: number): Delivery {
  const id = newEventId(now);
  const payload: WebhookTest = { id, type: 'webhook.test', created_at: moment(now) };
  return dueAtOnce(channel, { payload, monitor_id: null, run_id: null, created_at: now });
}

/**
 * Sorts by time, as a UUIDv7 does (RFC 9562, section 5.7): indexes over it, here and at receivers,
 * grow at their end instead of everywhere.
 */
function newEventId(now: number): string {
  return `evt_${now.toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`;
}

function moment(time: number): string {
  return new Date(time).toISOString();
}

interface About {
  payload: NewsAlert | WebhookTest;
  monitor_id: string | null;
  run_id: string | null;
  created_at: number;
}

function dueAtOnce(channel: Channel, { payload, monitor_id, run_id, created_at }: About): Delivery {
  return {
    event_id: payload.id ?? '',
    type: payload.type,
    channel_id: channel.id,
    account_id: channel.account_id,
    monitor_id,
    run_id,
    body: JSON.stringify(payload),
    created_at,
    status: 'pending',
    round: 0,
    attempts: 0,
    round_attempts: 0,
    due_at: created_at,
    last_attempt_at: null,
    last_status_code: null,
    last_error: null,
  };
}
