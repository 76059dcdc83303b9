import { randomUUID } from 'node:crypto';
import type { NewsAlert, WebhookTest } from '../../contract/events.ts';

/** An event for a test, of the documented shape and with an id of its own. */
export function sampleEvent(
  type: 'news.alert' | 'webhook.test',
  now: number,
): (NewsAlert | WebhookTest) & { id: string } {
  const id = `evt_test_${randomUUID()}`;
  const created_at = new Date(now).toISOString();
  if (type === 'webhook.test') return { id, type, created_at };
  const title = 'Test alert: chip exports resume';
  const url = 'https://news.example.com/chip-exports';
  return {
    id,
    type,
    created_at,
    monitor_id: 'mon_test',
    monitor_title: 'Test of a receiver',
    run_id: `run_test_${randomUUID()}`,
    articles: [{ title, url, description: 'No news: a test.', publication_date: created_at }],
    results: [
      {
        title,
        summary: 'No news: a test.',
        links: [{ url, source: 'news.example.com' }],
        publication_date: created_at,
      },
    ],
  };
}
