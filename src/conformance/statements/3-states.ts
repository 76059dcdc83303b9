import { operations } from '../../contract/operations.ts';
import {
  deliveredEvent,
  deliveryOf,
  ensureNotRetried,
  ensureRetried,
  eventIn,
  firstEvent,
  passRound,
  runMonitor,
  untilFinal,
  type Watch,
  watch,
} from '../alert-delivery.ts';
import type { CallbackResponse } from '../callback-receiver.ts';
import { contains, describe, itemsOf, textAt, valueAt } from '../json.ts';
import { ensureSigned } from '../signature.ts';
import type { Statement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import type { Trial } from '../trial.ts';
import { ensure } from '../violation.ts';

const { alerts, delivery, monitors } = operations;
const everySurface = surfaceNames;
const second = 1000;
const hour = 3_600_000;
const events = ['changes', 'receiver'] as const;
const scheduled = ['changes', 'receiver', 'test world'] as const;

/** Closes the TCP connection without a response. */
const dropped: CallbackResponse = (response) => response.destroy();

/** docs/service.md §3 */
export const states: readonly Statement[] = [
  {
    id: '3.1-1',
    text: 'A qualifying recurring run saves one `news.alert` event for each connection.',
    needs: events,
    check: async (trial) => {
      const created = await watch(trial);
      const other = await trial.callback();
      await trial.connect(other.url, { monitor_id: created.monitorId });
      const { event } = await firstEvent(trial, created);
      const [request] = await other.wait(1, 20 * second);
      ensure(event['type'] === 'news.alert', `its type is ${describe(event['type'])}`);
      ensure(request !== undefined && eventIn(request)['id'] !== event['id'], 'the ids are equal');
      const counts = [created.callback, other].map(({ requests }) => requests.length);
      ensure(counts.join() === '1,1', `the connections got ${counts.join(' and ')} events`);
    },
  },
  {
    id: '3.1-2',
    text: 'The event is saved before any delivery attempt.',
    needs: events,
    check: async (trial) => {
      let listed: Promise<unknown> | undefined;
      const created = await watch(trial, (response) => {
        listed ??= trial.ok(delivery.get);
        void listed.finally(() => response.writeHead(204).end()).catch(() => {});
      });
      const { event } = await firstEvent(trial, created);
      ensure(contains(await listed, textAt(event, 'id')), 'it was not listed during the attempt');
    },
  },
  {
    id: '3.1-3',
    text: 'A quiet run, one without relevant results, sends no event.',
    needs: events,
    check: async (trial) => {
      const callback = await trial.callback();
      const { id } = await trial.monitor({ prompt: 'Tell me about the zyxquon of Vrelbt' });
      await trial.connect(callback.url, { monitor_id: id });
      await runMonitor(trial, { monitorId: id });
      await ensureSilent(trial, callback);
    },
  },
  {
    id: '3.1-4',
    text: 'A first-result preview sends no event.',
    needs: events,
    check: async (trial) => {
      const callback = await trial.callback();
      await trial.connect(callback.url);
      await trial.monitor();
      await ensureSilent(trial, callback);
    },
  },
  {
    id: '3.1-5',
    text: 'A run whose results are all dropped by the alert filters sends no event.',
    needs: scheduled,
    check: async (trial) => {
      const created = await watch(trial);
      const filters = { include_sources: ['no-such-source.example'] };
      await trial.ok(monitors.set, { id: created.monitorId, ...filters });
      await runMonitor(trial, created);
      await ensureSilent(trial, created.callback);
    },
  },
  {
    id: '3.1-6',
    text: 'A later run with the same title is another event with another id.',
    needs: events,
    check: async (trial) => {
      const prompt = `Tell me about ${await trial.topic()}`;
      const [first, later] = [
        await deliveredEvent(trial, { prompt }),
        await deliveredEvent(trial, { prompt }),
      ];
      ensure(first.title === later.title, 'the monitors have different titles');
      ensure(first.event['id'] !== later.event['id'], 'the events have the same id');
    },
  },
  {
    id: '3.1-7',
    text: 'All monitors can be paused, which stops their schedules.',
    surfaces: everySurface,
    needs: scheduled,
    check: async (trial) => {
      const created = await watch(trial);
      await trial.ok(monitors.pause_all);
      await runMonitor(trial, created);
      await ensureSilent(trial, created.callback);
    },
  },
  {
    id: '3.2-1',
    text: 'A 2xx response makes the event delivered: it is not sent again.',
    needs: events,
    check: async (trial) => {
      for (const status of [200, 204]) await ensureNotRetried(trial, await watch(trial, status));
    },
  },
  {
    id: '3.2-2',
    text: 'A lost acknowledgment can cause a repeat with the same event id.',
    needs: events,
    check: async (trial) => ensureRetried(trial, await watch(trial, dropped, 204)),
  },
  {
    id: '3.2-3',
    text: 'A network failure is retried.',
    needs: events,
    check: async (trial) => ensureRetried(trial, await watch(trial, dropped)),
  },
  {
    id: '3.2-4',
    text: 'A 429 response is retried.',
    needs: events,
    check: async (trial) => ensureRetried(trial, await watch(trial, 429)),
  },
  {
    id: '3.2-5',
    text: 'Any 5xx response is retried.',
    needs: events,
    check: async (trial) => {
      for (const status of [500, 503, 599]) await ensureRetried(trial, await watch(trial, status));
    },
  },
  {
    id: '3.2-6',
    text: 'A round has up to three attempts.',
    needs: scheduled,
    check: async (trial) => {
      const created = await watch(trial, 500);
      await firstEvent(trial, created);
      await passRound(trial, created);
      const { length } = created.callback.requests;
      ensure(length === 3, `there were ${length} attempts`);
    },
  },
  {
    id: '3.2-7',
    text: 'A delivery has up to eight rounds.',
    needs: scheduled,
    check: async (trial) => {
      const created = await watch(trial, 503);
      const { record } = await untilFinal(trial, created);
      ensure(valueAt(record, 'round') === 8, describe(record));
      const { length } = created.callback.requests;
      ensure(length === 24, `there were ${length} attempts in all`);
    },
  },
  {
    id: '3.2-8',
    text: 'The rounds take about 27 hours.',
    needs: scheduled,
    check: async (trial) => {
      const { times } = await untilFinal(trial, await watch(trial, 503));
      const hours = (Math.max(...times) - Math.min(...times)) / hour;
      ensure(hours > 25 && hours < 29, `they took ${hours.toFixed(1)} hours`);
    },
  },
  {
    id: '3.2-9',
    text: 'Any other 4xx response makes the delivery fail immediately.',
    needs: scheduled,
    check: async (trial) => {
      for (const status of [400, 401, 404, 410]) {
        const created = await watch(trial, status);
        await firstEvent(trial, created);
        const record = await deliveryOf(trial, created);
        ensure(valueAt(record, 'status') === 'failed', `after ${status}: ${describe(record)}`);
      }
    },
  },
  {
    id: '3.2-10',
    text: 'After such a response there are no further retries.',
    needs: events,
    check: async (trial) => {
      for (const status of [400, 404]) await ensureNotRetried(trial, await watch(trial, status));
    },
  },
  {
    id: '3.2-11',
    text: 'A delivery that still fails after all rounds is exhausted.',
    needs: scheduled,
    check: async (trial) => {
      const { record } = await untilFinal(trial, await watch(trial, dropped));
      ensure(valueAt(record, 'status') === 'exhausted', describe(record));
    },
  },
  {
    id: '3.2-12',
    text: 'The results of an exhausted delivery are in the alerts list with `since`.',
    surfaces: everySurface,
    needs: scheduled,
    check: async (trial) => {
      const since = new Date(trial.world.now()).toISOString();
      const created = await watch(trial, 500);
      await untilFinal(trial, created);
      const list = itemsOf(await trial.ok(alerts.list, { since, limit: 100 }));
      const found = list.filter((alert) => contains(alert, created.monitorId));
      ensure(found.length === 1, `${found.length} alerts of the monitor are listed`);
    },
  },
  ...(
    [
      ['3.2-13', 'disabled', (trial, channel_id) => setStatus(trial, channel_id, 'disabled')],
      ['3.2-14', 'paused', (trial, channel_id) => setStatus(trial, channel_id, 'paused')],
      ['3.2-15', 'removed', (trial, id) => trial.ok(delivery.disconnect, { channel_id: id })],
    ] satisfies [string, string, (trial: Trial, channelId: string) => Promise<unknown>][]
  ).map(
    ([id, what, stop]): Statement => ({
      id,
      text: `A queued delivery stops if its connection is ${what}.`,
      surfaces: everySurface,
      needs: events,
      check: async (trial) => {
        const created = await watch(trial, 500);
        await firstEvent(trial, created);
        await stop(trial, created.channelId);
        const { length } = created.callback.requests;
        await passRound(trial, created);
        ensure(created.callback.requests.length === length, 'it was sent again');
      },
    }),
  ),
  {
    id: '3.2-16',
    text: "The team's permission is checked again before each retry.",
    check: { shownBy: 'test/integration/server/delivery/changes.test.ts' },
  },
  {
    id: '3.2-17',
    text: 'The ownership of the monitor is checked again before each retry.',
    check: { shownBy: 'test/integration/server/delivery/changes.test.ts' },
  },
  {
    id: '3.3-1',
    text: 'A test sends a signed `webhook.test` event to a connection.',
    surfaces: everySurface,
    needs: events,
    check: async (trial) => {
      const { request, event, secret } = await testEvent(trial);
      ensure(event['type'] === 'webhook.test', `its type is ${describe(event['type'])}`);
      ensureSigned(request, secret);
    },
  },
  {
    id: '3.3-2',
    text: 'A test can be sent to a connection in any state.',
    needs: events,
    check: async (trial) => {
      for (const status of ['active', 'paused', 'disabled']) {
        await testEvent(trial, (channelId) => setStatus(trial, channelId, status));
      }
    },
  },
  {
    id: '3.3-3',
    text: 'A test concerns the connection only: it starts no run and records no alert.',
    needs: events,
    check: async (trial) => {
      const { id } = await trial.monitor();
      const { event } = await testEvent(trial);
      ensure(!('results' in event) && !('articles' in event), 'the test event has results');
      ensure(!contains(await trial.ok(alerts.list), id), 'an alert was recorded');
    },
  },
];

function setStatus(trial: Trial, channel_id: string, status: string): Promise<unknown> {
  return trial.ok(delivery.set, { channel_id, status });
}

/** Sends a test to a new connection. @param prepare changes the connection before */
async function testEvent(trial: Trial, prepare?: (channelId: string) => Promise<unknown>) {
  const callback = await trial.callback();
  const { id, secret } = await trial.connect(callback.url);
  await prepare?.(id);
  await trial.ok(delivery.test, { channel_id: id });
  const [request] = await callback.wait(1, 20 * second);
  ensure(request !== undefined, 'no test arrived');
  return { request, secret, event: eventIn(request) };
}

/** @throws {Violation} if an event arrives */
async function ensureSilent(trial: Trial, callback: Watch['callback']): Promise<void> {
  if (!trial.hasWorld) await new Promise((resolve) => setTimeout(resolve, 5 * second));
  ensure(callback.requests.length === 0, 'an event was sent');
}
