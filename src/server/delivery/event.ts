import type { NewsAlert, WebhookTest } from '../../contract/events.ts';
import type { AlertRecord, NewDelivery } from '../store/store.ts';
import { toTimestamp, toTimestampOrNull } from '../timestamp.ts';

/** JSON of a `news.alert` event without its id, shared by all deliveries of the alert. */
export function newsAlertPayload(alert: AlertRecord): string {
  const { created_at, monitor_id, monitor_title, run_id } = alert;
  const results = alert.results.map((result) => ({
    title: result.title,
    summary: result.summary,
    links: result.links,
    publication_date: toTimestampOrNull(result.publication_date),
    ...(result.is_update && { is_update: result.is_update }),
    ...(result.removed && { removed: result.removed }),
  }));
  const articles = results.flatMap(({ title, summary, links: [link], publication_date }) =>
    link ? [{ title, url: link.url, description: summary, publication_date }] : [],
  );
  const payload: Omit<NewsAlert, 'id'> = {
    type: 'news.alert',
    created_at: toTimestamp(created_at),
    monitor_id,
    monitor_title,
    run_id,
    articles,
    results,
  };
  return JSON.stringify(payload);
}

/** JSON of a `webhook.test` event without its id. */
export function webhookTestPayload(now: number): string {
  const payload: Omit<WebhookTest, 'id'> = { type: 'webhook.test', created_at: toTimestamp(now) };
  return JSON.stringify(payload);
}

/** The exact request body: the payload with the event id as its first member. */
export function eventBody({
  event_id,
  payload,
}: Pick<NewDelivery, 'event_id' | 'payload'>): string {
  return `{"id":${JSON.stringify(event_id)},${payload.slice(1)}`;
}
