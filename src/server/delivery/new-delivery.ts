import { randomUUID } from 'node:crypto';
import type { NewsAlert, WebhookTest } from '../../contract/events.ts';
import type { AlertRecord, ChannelRecord, NewDelivery } from '../store/store.ts';

/** The events of an alert, one for each connection, due at once. */
export function alertDeliveries(
  alert: AlertRecord,
  channels: readonly ChannelRecord[],
): NewDelivery[] {
  const { monitor_id, run_id, created_at } = alert;
  const payload = JSON.stringify(alertPayload(alert));
  return channels.map((channel) => ({
    ...dueAtOnce(channel, created_at),
    type: 'news.alert',
    monitor_id,
    run_id,
    payload,
  }));
}

/** The event of Send test: it tests the connection alone. */
export function testDelivery(channel: ChannelRecord, now: number): NewDelivery {
  const payload: Omit<WebhookTest, 'id'> = { type: 'webhook.test', created_at: moment(now) };
  return {
    ...dueAtOnce(channel, now),
    type: 'webhook.test',
    monitor_id: null,
    run_id: null,
    payload: JSON.stringify(payload),
  };
}

/** The exact text of the request's body: an event's id, and what it says. */
export function eventBody({
  event_id,
  payload,
}: Pick<NewDelivery, 'event_id' | 'payload'>): string {
  return `{"id":${JSON.stringify(event_id)},${payload.slice(1)}`;
}

function alertPayload(alert: AlertRecord): Omit<NewsAlert, 'id'> {
  const results = alert.results.map(({ title, summary, links, publication_date }) => ({
    title,
    summary,
    links,
    publication_date: publication_date === null ? null : moment(publication_date),
  }));
  return {
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
}

/**
 * Sorts by time, as a UUIDv7 does (RFC 9562, section 5.7): indexes over it, here and at receivers,
 * grow at their end instead of everywhere.
 */
function newEventId(now: number): string {
  const random = randomUUID().replaceAll('-', '').slice(12);
  return `evt_${now.toString(16).padStart(12, '0')}${random}`;
}

function moment(time: number): string {
  return new Date(time).toISOString();
}

function dueAtOnce({ id, account_id }: ChannelRecord, now: number) {
  return {
    event_id: newEventId(now),
    channel_id: id,
    account_id,
    created_at: now,
    status: 'pending',
    round: 0,
    attempts: 0,
    round_attempts: 0,
    due_at: now,
    last_attempt_at: null,
    last_status_code: null,
    last_error: null,
  } as const;
}
