import { operations } from '../../contract/operations.ts';
import { connectMonitor, firstEvent, triggerRun } from '../alert-delivery.ts';
import { contains, describe, itemsOf, objectIn, textAt } from '../json.ts';
import { eventNeeds } from '../need.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import type { Trial } from '../trial.ts';
import { ensure } from '../violation.ts';

const { account, alerts, briefings, delivery, monitors, news, usage } = operations;

/** docs/service.md §1 */
export const overview: readonly CheckedStatement[] = [
  {
    id: '1-1',
    text: 'A monitor watches companies, topics and public sources that a user describes.',
    needs: ['changes'],
    check: async (trial) => {
      for (const prompt of [
        'Tell me when the company Siemens announces results',
        'Tell me about interest rates of central banks',
        'Tell me about everything new at https://www.example.com/feed.xml',
      ]) {
        const { isError, body } = await trial.call(monitors.create, { prompt });
        ensure(!isError, `${JSON.stringify(prompt)}: ${describe(body)}`);
      }
    },
  },
  {
    id: '1-2',
    text: 'News search finds items that are in the index of the service.',
    surfaces: surfaceNames,
    check: async (trial) => {
      const [item] = itemsOf(await trial.ok(news.search, { query: await trial.topic() }));
      ensure(item !== undefined, 'a search for the title of an item finds nothing');
      const found = await trial.ok(news.get, { id: textAt(item, 'id') });
      ensure(contains(found, textAt(item, 'title')), 'the found item is not in the index');
    },
  },
  {
    id: '1-3',
    text: 'A search is not a live crawl: it requests nothing from other servers.',
    needs: ['receiver'],
    check: async (trial) => {
      const callback = await trial.callback(200);
      await trial.call(news.search, { query: `news at ${callback.url}` });
      ensure(callback.requests.length === 0, 'the search requested an address in its query');
    },
  },
  {
    id: '1-4',
    text: 'The user describes a watch in a prompt.',
    surfaces: surfaceNames,
    needs: ['changes'],
    check: async (trial) => {
      const prompt = `Tell me about ${await trial.topic()}`;
      const { id } = await trial.monitor({ prompt });
      const list = itemsOf(await trial.ok(monitors.list));
      const own = list.find((monitor) => contains(monitor, id));
      ensure(own !== undefined, 'the new monitor is not listed');
      ensure(contains(own, prompt), `the listed monitor has not its prompt: ${describe(own)}`);
    },
  },
  {
    id: '1-5',
    text: 'A recurring monitor runs on its schedule.',
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      await triggerRun(trial, { monitorId: id });
      const runs = itemsOf(await trial.ok(monitors.runs, { id }));
      ensure(runs.length > 0, 'no run is listed after an hour');
    },
  },
  {
    id: '1-6',
    text: 'A monitor runs on demand.',
    surfaces: surfaceNames,
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      textAt(await trial.ok(monitors.run, { id }), 'id');
    },
  },
  {
    id: '1-7',
    text: 'The qualifying results of a run are recorded as an alert.',
    surfaces: surfaceNames,
    needs: ['changes'],
    check: async (trial) => {
      const { runId } = await recordedRun(trial);
      const list = itemsOf(await trial.ok(alerts.list));
      ensure(
        list.some((alert) => contains(alert, runId)),
        'no alert names the run',
      );
    },
  },
  {
    id: '1-8',
    text: 'Alerts can be listed.',
    surfaces: surfaceNames,
    check: async (trial) => void itemsOf(await trial.ok(alerts.list)),
  },
  {
    id: '1-9',
    text: 'Qualifying results are sent as signed JSON events to a callback that the user supplies.',
    needs: eventNeeds,
    check: async (trial) => {
      const { request, event } = await firstEvent(trial, await connectMonitor(trial));
      objectIn(event);
      ensure('x-service-signature' in request.headers, 'the event is not signed');
    },
  },
  {
    id: '1-10',
    text: 'The callback is a public HTTPS address.',
    needs: ['changes', 'public addresses only'],
    check: async (trial) => {
      for (const webhook_url of ['http://hooks.example.com/news', 'https://127.0.0.1/news']) {
        await trial.rejected(delivery.connect, { platform: 'webhook', webhook_url });
      }
    },
  },
  {
    id: '1-11',
    text: 'Briefings can be read.',
    surfaces: surfaceNames,
    check: async (trial) => void itemsOf(await trial.ok(briefings.list)),
  },
  {
    id: '1-12',
    text: 'Usage can be read.',
    surfaces: surfaceNames,
    check: async (trial) => void objectIn(await trial.ok(usage)),
  },
  {
    id: '1-13',
    text: 'The account overview can be read.',
    surfaces: surfaceNames,
    check: async (trial) => void objectIn(await trial.ok(account.overview)),
  },
];

/** Creates a monitor with results and runs it on demand. */
async function recordedRun(trial: Trial): Promise<{ runId: string }> {
  const { id } = await trial.monitor();
  return { runId: textAt(await trial.run(id), 'id') };
}
