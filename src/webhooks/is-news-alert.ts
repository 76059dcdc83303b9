import type { NewsAlert } from '../contract/events.ts';

/**
 * Whether an event is an alert whose fields have the documented types. To narrow an event without this
 * check, compare its `type`.
 *
 * @example
 * ```ts
 * const { event } = await verify({ body, headers, secrets });
 * if (isNewsAlert(event)) console.log(event.monitor_title, event.articles.length);
 * ```
 */
export function isNewsAlert(event: { readonly type: string }): event is NewsAlert {
  const fields: Partial<Record<keyof NewsAlert, unknown>> = event;
  // Written by hand: the schema would make the bundle of a receiver five times as large.
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
