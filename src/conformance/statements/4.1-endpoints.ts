import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import { contains, describe, itemsOf, listAt, objectIn, textAt } from '../json.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { exampleUrl, type Trial } from '../trial.ts';
import { ensure, NotChecked } from '../violation.ts';

const { account, alerts, briefings, delivery, monitors, news, usage } = operations;

/** docs/service.md §4.1 */
export const endpointStatements: readonly CheckedStatement[] = [
  {
    id: '4.1-1',
    text: 'GET /api/v1/account/overview returns the overview, the starting point.',
    check: (trial) => succeeds(trial, account.overview),
  },
  {
    id: '4.1-2',
    text: 'POST /api/v1/news/search takes `query`, `hours_ago` and `limit`.',
    surfaces: surfaceNames,
    check: (trial) => succeeds(trial, news.search, { query: 'rates', hours_ago: 48, limit: 3 }),
  },
  {
    id: '4.1-3',
    text: 'Search returns ranked items: the best match comes first.',
    surfaces: surfaceNames,
    check: async (trial) => {
      const topic = await trial.topic();
      const [first] = itemsOf(await trial.ok(news.search, { query: topic }));
      ensure(contains(first, topic), `a search for ${describe(topic)}: ${describe(first)}`);
    },
  },
  {
    id: '4.1-4',
    text: '`hours_ago` limits a search to recent items.',
    surfaces: surfaceNames,
    check: async (trial) => {
      const query = await trial.topic();
      const count = async (hours_ago: number) =>
        itemsOf(await trial.ok(news.search, { query, hours_ago, limit: 100 })).length;
      const [one, all] = [await count(1), await count(8760)];
      ensure(one <= all, `${one} items within an hour, ${all} within a year`);
    },
  },
  ...(
    [
      ['4.1-5', 'a search', news.search, { query: 'the government or the market' }],
      ['4.1-6', 'GET /api/v1/news/latest', news.latest, {}],
      ['4.1-7', 'GET /api/v1/news/mine', news.mine, {}],
      ['4.1-8', 'GET /api/v1/alerts', alerts.list, {}],
    ] as const
  ).map(
    ([id, what, operation, input]): CheckedStatement => ({
      id,
      text: `\`limit\` limits the number of items of ${what}.`,
      surfaces: surfaceNames,
      check: async (trial) => {
        const { length } = itemsOf(await trial.ok(operation, { ...input, limit: 1 }));
        ensure(length <= 1, `limit 1 returns ${length} items`);
      },
    }),
  ),
  {
    id: '4.1-9',
    text: 'GET /api/v1/news/latest returns news items.',
    surfaces: surfaceNames,
    check: async (trial) => {
      const items = itemsOf(await trial.ok(news.latest));
      for (const item of items) textAt(item, 'id');
    },
  },
  {
    id: '4.1-10',
    text: "GET /api/v1/news/mine returns news items for the user's monitors.",
    surfaces: surfaceNames,
    needs: ['changes'],
    check: async (trial) => {
      const topic = await trial.topic();
      await trial.monitor({ prompt: `Tell me about ${topic}` });
      const mine = await trial.ok(news.mine, { limit: 100 });
      ensure(contains(mine, topic), 'the item that a monitor watches is missing');
    },
  },
  {
    id: '4.1-11',
    text: 'GET /api/v1/news/{id} returns one news item.',
    check: async (trial) => {
      const [item] = itemsOf(await trial.ok(news.latest, { limit: 1 }));
      if (item === undefined) throw new NotChecked('the service has no news');
      const body = await trial.ok(news.get, { id: textAt(item, 'id') });
      ensure(textAt(body, 'id') === textAt(item, 'id'), 'it is another item');
    },
  },
  {
    id: '4.1-12',
    text: 'GET /api/v1/monitors returns the monitors.',
    check: async (trial) => void itemsOf(await trial.ok(monitors.list)),
  },
  {
    id: '4.1-13',
    text: 'POST /api/v1/monitors takes `prompt` and returns the created monitor.',
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor({ prompt: 'Tell me about interest rates' });
      ensure(contains(await trial.ok(monitors.list), id), 'it is not listed');
    },
  },
  {
    id: '4.1-14',
    text: 'POST /api/v1/monitors/{id}/run returns the run, including `broadcast_results`.',
    surfaces: surfaceNames,
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      listAt(await trial.ok(monitors.run, { id }), 'broadcast_results');
    },
  },
  {
    id: '4.1-15',
    text: 'GET /api/v1/alerts returns the alerts.',
    check: async (trial) => void itemsOf(await trial.ok(alerts.list)),
  },
  {
    id: '4.1-16',
    text: '`since` limits the alerts to those created at or after a time.',
    surfaces: surfaceNames,
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      await trial.run(id);
      const isListed = async (since: number) =>
        contains(
          await trial.ok(alerts.list, { since: new Date(since).toISOString(), limit: 100 }),
          id,
        );
      ensure(await isListed(trial.now() - 60_000), 'a new alert is not listed since a minute ago');
      ensure(!(await isListed(trial.now() + 3_600_000)), 'an alert is listed since the next hour');
    },
  },
  {
    id: '4.1-17',
    text: 'GET /api/v1/delivery returns the delivery state, including `webhook_deliveries`.',
    check: async (trial) => void listAt(await trial.ok(delivery.get), 'webhook_deliveries'),
  },
  {
    id: '4.1-18',
    text: 'POST /api/v1/delivery/connect takes `platform`, `webhook_url`, `monitor_id` and `name`.',
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      const { body } = await trial.connect(exampleUrl(), { monitor_id: id, name: 'all four' });
      ensure(contains(body, id) && contains(body, 'all four'), describe(body));
    },
  },
  {
    id: '4.1-19',
    text: 'GET /api/v1/briefings returns the briefings.',
    check: async (trial) => void itemsOf(await trial.ok(briefings.list)),
  },
  {
    id: '4.1-20',
    text: 'GET /api/v1/usage returns the usage.',
    check: (trial) => succeeds(trial, usage),
  },
];

async function succeeds(trial: Trial, operation: Operation, input = {}): Promise<void> {
  objectIn(await trial.ok(operation, input));
}
