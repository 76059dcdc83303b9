import { operations } from '../../contract/operations.ts';
import {
  connectMonitor,
  deliveredEvent,
  eventIn,
  triggerRun,
  webhookTimeout,
} from '../alert-delivery.ts';
import type { CallbackResponse } from '../callback-receiver.ts';
import { contains, describe, listAt, textAt } from '../json.ts';
import { eventNeeds, scheduleNeeds } from '../need.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { ensure } from '../violation.ts';

const { delivery, monitors } = operations;

/** docs/service.md §8.1 */
export const eventKinds: readonly CheckedStatement[] = [
  {
    id: '8.1-1',
    text: '`news.alert` is sent once for each qualifying run of a recurring monitor and connection.',
    needs: scheduleNeeds,
    check: async (trial) => {
      const created = await connectMonitor(trial);
      await triggerRun(trial, created);
      await triggerRun(trial, created);
      const runs = created.callback.requests.map((request) => eventIn(request)['run_id']);
      ensure(runs.length === new Set(runs).size && runs.length > 0, `the runs are ${runs}`);
    },
  },
  {
    id: '8.1-2',
    text: '`news.alert` is sent after the alert filters: it has only results that pass.',
    needs: scheduleNeeds,
    check: async (trial) => {
      const { event } = await deliveredEvent(trial);
      const words = textAt(listAt(event, 'results')[0], 'title').split(/[^\p{L}]+/u);
      const word = words.toSorted((one, other) => other.length - one.length)[0] ?? '';
      const filtered = await connectMonitor(trial);
      await trial.ok(monitors.edit, { id: filtered.monitorId, exclude_words: [word] });
      await triggerRun(trial, filtered);
      const titles = filtered.callback.requests
        .flatMap((request) => listAt(eventIn(request), 'results'))
        .map((result) => textAt(result, 'title'));
      ensure(!titles.some((title) => title.includes(word)), `${word} is in ${describe(titles)}`);
    },
  },
  {
    id: '8.1-3',
    text: '`news.alert` covers all source types: the index and feeds of the monitor.',
    needs: scheduleNeeds,
    check: async (trial) => {
      await deliveredEvent(trial);
      // Items that are in the feed when the monitor is created are not new.
      const feed = await trial.callback(sendFeed([]), sendFeed([newEntry]));
      const prompt = `Tell me about everything new at ${feed.url}`;
      const { event } = await deliveredEvent(trial, { prompt });
      ensure(contains(event, feedTitle), `the item of the feed is not in ${describe(event)}`);
    },
  },
  {
    id: '8.1-4',
    text: '`news.alert` is sent for both standard and agentic execution.',
    needs: scheduleNeeds,
    check: async (trial) => {
      for (const execution of ['standard', 'agentic']) {
        const { event } = await deliveredEvent(trial, { execution });
        ensure(event['type'] === 'news.alert', `${execution}: ${describe(event['type'])}`);
      }
    },
  },
  {
    id: '8.1-5',
    text: '`webhook.test` is sent when the user sends a test.',
    surfaces: surfaceNames,
    needs: eventNeeds,
    check: async (trial) => {
      const callback = await trial.callback();
      const { id } = await trial.connect(callback.url);
      ensure(callback.requests.length === 0, 'connecting sent an event');
      await trial.ok(delivery.test, { channel_id: id });
      const [request] = await callback.wait(1, webhookTimeout);
      ensure(request !== undefined && eventIn(request)['type'] === 'webhook.test', 'no test');
    },
  },
];

const feedTitle = 'A lighthouse is sold at auction';

const newEntry = `<item><title>${feedTitle}</title><link>https://coast.example.com/lighthouse</link></item>`;

function sendFeed(entries: readonly string[]): CallbackResponse {
  const items = entries.join('');
  const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Coast</title>${items}</channel></rss>`;
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feed);
  };
}
