import { operations } from '../../contract/operations.ts';
import {
  deliveredEvent,
  deliveryOf,
  eventIn,
  firstEvent,
  passRound,
  runMonitor,
  watch,
} from '../alert-delivery.ts';
import { contains, describe, itemsOf, listAt, objectIn, textAt, valueAt } from '../json.ts';
import { ensureSigned } from '../signature.ts';
import type { Statement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { exampleUrl } from '../trial.ts';
import { ensure, NotChecked } from '../violation.ts';

const { account, alerts, briefings, delivery, monitors, news, usage } = operations;
const everySurface = surfaceNames;

/** docs/service.md §2 */
export const resources: readonly Statement[] = [
  {
    id: '2.1-1',
    text: 'A news item is addressed by its id.',
    surfaces: everySurface,
    check: async (trial) => {
      const [item] = itemsOf(await trial.ok(news.latest, { limit: 1 }));
      if (item === undefined) throw new NotChecked('the service has no news');
      const id = textAt(item, 'id');
      ensure(contains(await trial.ok(news.get, { id }), id), 'it is another item');
      await trial.rejected(news.get, { id: 'no-such-item' });
    },
  },
  {
    id: '2.2-1',
    text: 'A monitor has an id, which identifies it in paths.',
    surfaces: everySurface,
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      await trial.ok(monitors.run, { id });
      await trial.rejected(monitors.run, { id: `${id}-none` });
    },
  },
  {
    id: '2.2-2',
    text: 'A monitor is created from a prompt, which is text.',
    needs: ['changes'],
    check: async (trial) => {
      for (const body of [{}, { prompt: 7 }]) {
        const { status } = await trial.send({
          method: 'POST',
          path: monitors.create.path,
          body: JSON.stringify(body),
        });
        ensure(status >= 400 && status < 500, `${describe(body)}: status ${status}`);
      }
      await trial.monitor();
    },
  },
  {
    id: '2.2-3',
    text: 'The title of a monitor is the `monitor_title` of its events.',
    needs: ['changes', 'receiver'],
    check: async (trial) => {
      const { event, title } = await deliveredEvent(trial);
      ensure(
        event['monitor_title'] === title,
        `${describe(event['monitor_title'])} is not ${title}`,
      );
    },
  },
  {
    id: '2.2-4',
    text: 'A monitor is owned by a user: other users neither see nor run it.',
    surfaces: everySurface,
    needs: ['changes', 'other key'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      ensure(!contains(await trial.ok(monitors.list, {}, 'other'), id), 'another user sees it');
      await trial.rejected(monitors.run, { id }, 'other');
    },
  },
  {
    id: '2.2-5',
    text: "A team's monitor is connected to delivery only with the team's webhook permission.",
    surfaces: everySurface,
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const input = { monitor_id: trial.world.teamMonitor, webhook_url: exampleUrl() };
      await trial.rejected(delivery.connect, { platform: 'webhook', ...input }, 'paid');
      await trial.connect(exampleUrl(), { monitor_id: trial.world.teamMonitor }, 'other');
    },
  },
  {
    id: '2.3-1',
    text: 'A run has an id, which its event carries as `run_id`.',
    needs: ['changes', 'receiver'],
    check: async (trial) => {
      const { monitorId, callback } = await watch(trial);
      const run = await trial.ok(monitors.run, { id: monitorId });
      const [request] = await callback.wait(1, 10_000);
      const runId = request && eventIn(request)['run_id'];
      ensure(runId === textAt(run, 'id'), `the event has the run_id ${describe(runId)}`);
    },
  },
  {
    id: '2.3-2',
    text: 'A run has the first result of each delivery in `broadcast_results`.',
    surfaces: everySurface,
    needs: ['changes', 'receiver'],
    check: async (trial) => {
      const { monitorId, channelId, callback } = await watch(trial, 500);
      const run = await trial.ok(monitors.run, { id: monitorId });
      await callback.wait(1, 10_000);
      const results = listAt(run, 'broadcast_results');
      ensure(contains(results, channelId), `the connection is not in ${describe(results)}`);
    },
  },
  {
    id: '2.3-3',
    text: 'Later attempts leave `broadcast_results` as they were.',
    needs: ['changes', 'receiver', 'test world'],
    check: async (trial) => {
      const created = await watch(trial, 500, 204);
      const run = await trial.ok(monitors.run, { id: created.monitorId });
      await passRound(trial, created);
      ensure(created.callback.requests.length === 2, 'there was no second attempt');
      const runs = itemsOf(await trial.ok(monitors.runs, { id: created.monitorId }));
      const later = runs.find((each) => valueAt(each, 'id') === textAt(run, 'id'));
      const [before, after] = [run, later].map((each) =>
        JSON.stringify(listAt(each, 'broadcast_results')),
      );
      ensure(before === after, `${before} became ${after}`);
    },
  },
  {
    id: '2.4-1',
    text: 'An alert is the recorded result of a qualifying run, in the list of alerts.',
    surfaces: everySurface,
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      const run = await trial.ok(monitors.run, { id });
      const alert = itemsOf(await trial.ok(alerts.list)).find((each) => contains(each, id));
      ensure(alert !== undefined, 'no alert names the monitor');
      ensure(contains(alert, textAt(run, 'id')), 'the alert does not name its run');
    },
  },
  {
    id: '2.5-1',
    text: 'The platform of a connection is `webhook`.',
    surfaces: everySurface,
    needs: ['changes'],
    check: async (trial) => {
      await trial.connect();
      await trial.rejected(delivery.connect, { platform: 'email', webhook_url: exampleUrl() });
    },
  },
  {
    id: '2.5-2',
    text: 'The `webhook_url` of a connection is a public HTTPS URL.',
    surfaces: everySurface,
    needs: ['changes', 'public addresses only'],
    check: async (trial) => {
      await trial.connect();
      for (const webhook_url of ['http://hooks.example.com/news', 'not a URL']) {
        await trial.rejected(delivery.connect, { platform: 'webhook', webhook_url });
      }
    },
  },
  {
    id: '2.5-3',
    text: 'The `monitor_id` of a connection is optional.',
    surfaces: everySurface,
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      await trial.connect();
      await trial.connect(exampleUrl(), { monitor_id: id });
    },
  },
  {
    id: '2.5-4',
    text: 'A connection has a name.',
    surfaces: everySurface,
    needs: ['changes'],
    check: async (trial) => {
      const { body } = await trial.connect(exampleUrl(), { name: 'desk alerts' });
      ensure(contains(body, 'desk alerts'), 'the channel does not have its name');
    },
  },
  {
    id: '2.5-5',
    text: 'Connecting returns `channel` and `signing_secret`.',
    surfaces: everySurface,
    needs: ['changes'],
    check: async (trial) => {
      const { body } = await trial.connect();
      objectIn(valueAt(body, 'channel'));
      textAt(body, 'signing_secret');
    },
  },
  {
    id: '2.5-6',
    text: 'No later read returns the signing secret.',
    surfaces: everySurface,
    needs: ['changes'],
    check: async (trial) => {
      const { id, secret } = await trial.connect();
      const read = JSON.stringify(await trial.ok(delivery.get));
      ensure(read.includes(id), 'the connection is not in the delivery read');
      ensure(!read.includes(secret), 'the delivery read contains the secret');
    },
  },
  {
    id: '2.5-7',
    text: 'A connection without `monitor_id` covers all monitors that the user owns.',
    needs: ['changes', 'receiver'],
    check: async (trial) => {
      const callback = await trial.callback();
      const { id } = await trial.monitor();
      await trial.connect(callback.url);
      await runMonitor(trial, { monitorId: id });
      const requests = await callback.wait(1, 20_000);
      ensure(
        requests.some((request) => eventIn(request)['monitor_id'] === id),
        'its event did not arrive',
      );
    },
  },
  {
    id: '2.5-8',
    text: 'A connection without `monitor_id` also covers monitors that are created later.',
    needs: ['changes', 'receiver'],
    check: async (trial) => {
      const callback = await trial.callback();
      await trial.connect(callback.url);
      const { id } = await trial.monitor();
      await runMonitor(trial, { monitorId: id });
      const requests = await callback.wait(1, 20_000);
      ensure(
        requests.some((request) => eventIn(request)['monitor_id'] === id),
        'its event did not arrive',
      );
    },
  },
  {
    id: '2.5-9',
    text: 'A connection with `monitor_id` covers only that monitor.',
    needs: ['changes', 'receiver'],
    check: async (trial) => {
      const created = await watch(trial);
      const { id } = await trial.monitor();
      await runMonitor(trial, { monitorId: id });
      await firstEvent(trial, created);
      const others = created.callback.requests.filter(
        (request) => eventIn(request)['monitor_id'] !== created.monitorId,
      );
      ensure(others.length === 0, 'it also got an event of another monitor');
    },
  },
  {
    id: '2.5-10',
    text: 'The URL must be a destination that the user owns or may send to.',
    check: { shownBy: 'docs/webhooks.md' },
  },
  {
    id: '2.5-11',
    text: 'Private network addresses are rejected.',
    surfaces: everySurface,
    needs: ['changes', 'public addresses only'],
    check: async (trial) => {
      for (const host of privateHosts) {
        const webhook_url = `https://${host}/news`;
        const { isError, body } = await trial.call(delivery.connect, {
          platform: 'webhook',
          webhook_url,
        });
        ensure(isError, `${webhook_url} was accepted: ${describe(body)}`);
      }
    },
  },
  {
    id: '2.5-12',
    text: 'Redirects are not followed, and the delivery fails.',
    needs: ['changes', 'receiver'],
    check: async (trial) => {
      const target = await trial.callback();
      const created = await watch(trial, (response) => {
        response.writeHead(307, { location: target.url }).end();
      });
      await firstEvent(trial, created);
      await passRound(trial, created);
      ensure(target.requests.length === 0, 'the redirect was followed');
      ensure(created.callback.requests.length === 1, 'the redirect was retried');
    },
  },
  {
    id: '2.5-13',
    text: 'Changing the URL keeps the signing secret.',
    needs: ['changes', 'receiver'],
    check: async (trial) => {
      const created = await watch(trial);
      const callback = await trial.callback();
      const input = { channel_id: created.channelId, webhook_url: callback.url };
      const body = await trial.ok(delivery.set, input);
      ensure(!JSON.stringify(body).includes(created.secret), 'the secret was returned');
      const { request } = await firstEvent(trial, { ...created, callback });
      ensureSigned(request, created.secret);
    },
  },
  {
    id: '2.5-14',
    text: 'Changing the scope keeps the signing secret.',
    needs: ['changes', 'receiver'],
    check: async (trial) => {
      const created = await watch(trial);
      const { id } = await trial.monitor();
      await trial.ok(delivery.set, { channel_id: created.channelId, monitor_id: id });
      const { request, event } = await firstEvent(trial, { ...created, monitorId: id });
      ensure(event['monitor_id'] === id, 'the scope did not change');
      ensureSigned(request, created.secret);
    },
  },
  {
    id: '2.5-15',
    text: "Pending events use the connection's current configuration.",
    needs: ['changes', 'receiver'],
    check: async (trial) => {
      const created = await watch(trial, 500);
      const { event } = await firstEvent(trial, created);
      const callback = await trial.callback();
      await trial.ok(delivery.set, { channel_id: created.channelId, webhook_url: callback.url });
      await passRound(trial, { ...created, callback });
      const [moved] = await callback.wait(1, 20_000);
      ensure(moved !== undefined && eventIn(moved)['id'] === event['id'], 'it is another event');
    },
  },
  {
    id: '2.6-1',
    text: 'Deliveries are listed under `webhook_deliveries` of the delivery read.',
    surfaces: everySurface,
    check: async (trial) => void listAt(await trial.ok(delivery.get), 'webhook_deliveries'),
  },
  ...(
    [
      ['2.6-2', 'its current status', (record: unknown) => typeof valueAt(record, 'status')],
      ['2.6-3', 'its attempts', (record: unknown) => typeof valueAt(record, 'attempts')],
      ['2.6-4', 'its last error', (record: unknown) => typeof valueAt(record, 'last_error')],
    ] as const
  ).map(
    ([id, what, typeOf]): Statement => ({
      id,
      text: `A delivery shows ${what}.`,
      surfaces: everySurface,
      needs: ['changes', 'receiver', 'test world'],
      check: async (trial) => {
        const created = await watch(trial, 500);
        await firstEvent(trial, created);
        const record = await deliveryOf(trial, created);
        ensure(['string', 'number'].includes(typeOf(record)), `it is not in ${describe(record)}`);
      },
    }),
  ),
  {
    id: '2.7-1',
    text: 'Briefings are a list.',
    surfaces: everySurface,
    check: async (trial) => void itemsOf(await trial.ok(briefings.list)),
  },
  {
    id: '2.7-2',
    text: 'Usage is a record that counts requests.',
    check: async (trial) => {
      const total = async () => valueAt(await trial.ok(usage), 'requests');
      const before = await total();
      if (typeof before !== 'number') throw new NotChecked('usage has no `requests`');
      await trial.ok(news.latest, { limit: 1 });
      const after = await total();
      ensure(typeof after === 'number' && after > before, `${before} became ${describe(after)}`);
    },
  },
  {
    id: '2.7-3',
    text: 'The account overview is an object.',
    surfaces: everySurface,
    check: async (trial) => void objectIn(await trial.ok(account.overview)),
  },
];

const privateHosts = [
  '127.0.0.1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '[::1]',
  '[fd00::1]',
  'localhost',
];
