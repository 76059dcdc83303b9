import { operations } from '../../contract/operations.ts';
import {
  connectMonitor,
  eventIn,
  firstEvent,
  passRound,
  runWithResults,
  webhookTimeout,
} from '../alert-delivery.ts';
import { contains, describe, objectIn, textAt, valueAt } from '../json.ts';
import { eventNeeds } from '../need.ts';
import { ensureSigned } from '../signature.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { exampleUrl } from '../trial.ts';
import { ensure } from '../violation.ts';

const { delivery } = operations;

/** docs/service.md §2.5 */
export const connections: readonly CheckedStatement[] = [
  {
    id: '2.5-1',
    text: 'The platform of a connection is `webhook`.',
    surfaces: surfaceNames,
    needs: ['changes'],
    check: async (trial) => {
      await trial.connect();
      await trial.rejected(delivery.connect, { platform: 'email', webhook_url: exampleUrl() });
    },
  },
  {
    id: '2.5-2',
    text: 'The `webhook_url` of a connection is a public HTTPS URL.',
    surfaces: surfaceNames,
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
    surfaces: surfaceNames,
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
    surfaces: surfaceNames,
    needs: ['changes'],
    check: async (trial) => {
      const { body } = await trial.connect(exampleUrl(), { name: 'desk alerts' });
      ensure(contains(body, 'desk alerts'), 'the channel does not have its name');
    },
  },
  {
    id: '2.5-5',
    text: 'Connecting returns `channel` and `signing_secret`.',
    surfaces: surfaceNames,
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
    surfaces: surfaceNames,
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
    needs: eventNeeds,
    check: async (trial) => {
      const callback = await trial.callback();
      const { id } = await trial.monitor();
      await trial.connect(callback.url);
      await runWithResults(trial, { monitorId: id });
      const requests = await callback.wait(1, webhookTimeout);
      ensure(
        requests.some((request) => eventIn(request)['monitor_id'] === id),
        'its event did not arrive',
      );
    },
  },
  {
    id: '2.5-8',
    text: 'A connection without `monitor_id` also covers monitors that are created later.',
    needs: eventNeeds,
    check: async (trial) => {
      const callback = await trial.callback();
      await trial.connect(callback.url);
      const { id } = await trial.monitor();
      await runWithResults(trial, { monitorId: id });
      const requests = await callback.wait(1, webhookTimeout);
      ensure(
        requests.some((request) => eventIn(request)['monitor_id'] === id),
        'its event did not arrive',
      );
    },
  },
  {
    id: '2.5-9',
    text: 'A connection with `monitor_id` covers only that monitor.',
    needs: eventNeeds,
    check: async (trial) => {
      const created = await connectMonitor(trial);
      const { id } = await trial.monitor();
      await runWithResults(trial, { monitorId: id });
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
    surfaces: surfaceNames,
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
    needs: eventNeeds,
    check: async (trial) => {
      const target = await trial.callback();
      const created = await connectMonitor(trial, (response) => {
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
    needs: eventNeeds,
    check: async (trial) => {
      const created = await connectMonitor(trial);
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
    needs: eventNeeds,
    check: async (trial) => {
      const created = await connectMonitor(trial);
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
    needs: eventNeeds,
    check: async (trial) => {
      const created = await connectMonitor(trial, 500);
      const { event } = await firstEvent(trial, created);
      const callback = await trial.callback();
      await trial.ok(delivery.set, { channel_id: created.channelId, webhook_url: callback.url });
      await passRound(trial, { ...created, callback });
      const [moved] = await callback.wait(1, webhookTimeout);
      ensure(moved !== undefined && eventIn(moved)['id'] === event['id'], 'it is another event');
    },
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
