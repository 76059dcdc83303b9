import { randomUUID } from 'node:crypto';
import type { NewsAlert, WebhookTest } from '../../contract/events.ts';

/**
 * An event for tests, with a new id and the documented shape.
 *
 * @param now its `created_at`, in milliseconds since the epoch
 */
export function sampleEvent(
  type: 'news.alert' | 'webhook.test',
  now: number,
): (NewsAlert | WebhookTest) & { id: string } {
  const id = `evt_test_${randomUUID()}`;
  const created_at = new Date(now).toISOString();
  if (type === 'webhook.test') return { id, type, created_at };
  const title = 'Test alert: chip exports resume';
  const url = 'https://news.example.com/chip-exports';
  const description = 'A test, not real news.';
  return {
    id,
    type,
    created_at,
    monitor_id: 'mon_test',
    monitor_title: 'Receiver test',
    run_id: `run_test_${randomUUID()}`,
    articles: [{ title, url, description, publication_date: created_at }],
    results: [
      {
        title,
        summary: description,
        links: [{ url, source: 'news.example.com' }],
        publication_date: created_at,
      },
    ],
  };
}
