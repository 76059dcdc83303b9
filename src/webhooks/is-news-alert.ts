import type { NewsAlert } from '../contract/events.ts';
import type { WebhookEvent } from './webhook-event.ts';

/**
 * Whether an event is an alert with the documented shape. Written by hand, because the schema would
 * make the bundle of a receiver five times as large.
 */
export function isNewsAlert(event: WebhookEvent): event is WebhookEvent & NewsAlert {
  const fields: Partial<Record<keyof NewsAlert, unknown>> = event;
  const { id, type, created_at, monitor_id, monitor_title, run_id, articles, results } = fields;
  const texts = [id, created_at, monitor_id, monitor_title, run_id];
  return (
    type === 'news.alert' &&
    texts.every((value) => typeof value === 'string') &&
    Array.isArray(articles) &&
    articles.every(isArticle) &&
    Array.isArray(results) &&
    results.every(isObject)
  );
}

function isArticle(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { title, url, description, publication_date } = value;
  return [title, url, description, publication_date].every(
    (text) => text === undefined || text === null || typeof text === 'string',
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
