import { operations } from '../../contract/operations.ts';
import { parseUrl } from '../../node/parse-url.ts';
import { deliveredEvent } from '../alert-delivery.ts';
import { contains, describe, listAt, objectIn, textAt } from '../json.ts';
import { eventNeeds } from '../need.ts';
import type { CheckedStatement } from '../statement.ts';
import type { Trial } from '../trial.ts';
import { ensure } from '../violation.ts';

const { alerts } = operations;

/** docs/service.md §8.2 */
export const payload: readonly CheckedStatement[] = [
  field('8.2-1', '`id`, which is unique', async (trial, event) => {
    const { event: other } = await deliveredEvent(trial);
    ensure(textAt(event, 'id') !== textAt(other, 'id'), 'two events have the same id');
  }),
  field('8.2-2', '`type`, which is `news.alert`', (_trial, event) => {
    ensure(event['type'] === 'news.alert', describe(event['type']));
  }),
  field('8.2-3', '`created_at`, a timestamp', (_trial, event) => {
    const createdAt = textAt(event, 'created_at');
    ensure(!Number.isNaN(Date.parse(createdAt)), describe(createdAt));
  }),
  field('8.2-4', '`monitor_id`', (_trial, event, { monitorId }) => {
    ensure(event['monitor_id'] === monitorId, describe(event['monitor_id']));
  }),
  field('8.2-5', '`monitor_title`', (_trial, event) => void textAt(event, 'monitor_title')),
  field('8.2-6', '`run_id`, the monitor run', async (trial, event) => {
    const runId = textAt(event, 'run_id');
    ensure(contains(await trial.ok(alerts.list), runId), 'no alert has this run');
  }),
  field('8.2-7', '`articles`, each with title, url, description and date', (_trial, event) => {
    for (const article of listAt(event, 'articles')) {
      textAt(article, 'title');
      ensure(parseUrl(textAt(article, 'url')) !== undefined, `the url is ${describe(article)}`);
      const { description, publication_date: date } = objectIn(article);
      ensure(typeof description === 'string', `the description is ${describe(description)}`);
      ensure(date === null || typeof date === 'string', `the date is ${describe(date)}`);
    }
  }),
  field('8.2-8', '`results`, each with title, summary, links and date', (_trial, event) => {
    const results = listAt(event, 'results');
    ensure(results.length > 0, 'there are no results');
    for (const result of results) {
      ensure(typeof result === 'object' && result !== null, describe(result));
      ensure(Object.values(result).some(Array.isArray), `no links in ${describe(result)}`);
      textAt(result, 'title');
    }
  }),
];

type FieldCheck = (
  trial: Trial,
  event: Record<string, unknown>,
  created: { monitorId: string },
) => void | Promise<void>;

/** A field that every `news.alert` has. */
function field(id: string, what: string, check: FieldCheck): CheckedStatement {
  return {
    id,
    text: `\`news.alert\` has ${what}.`,
    needs: eventNeeds,
    check: async (trial) => {
      const created = await deliveredEvent(trial);
      await check(trial, created.event, created);
    },
  };
}
