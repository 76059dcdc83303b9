import { operations } from '../../contract/operations.ts';
import {
  connectMonitor,
  deliveryOf,
  ensureNotRetried,
  ensureRetried,
  ensureThreeAttempts,
  firstEvent,
  passRound,
  untilFinal,
} from '../alert-delivery.ts';
import type { CallbackResponse } from '../callback-receiver.ts';
import { contains, describe, itemsOf, valueAt } from '../json.ts';
import { eventNeeds, scheduleNeeds } from '../need.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import type { Trial } from '../trial.ts';
import { ensure } from '../violation.ts';

const { alerts, delivery } = operations;
const hour = 3_600_000;

/** Closes the TCP connection without a response. */
const dropped: CallbackResponse = (response) => response.destroy();

/** docs/service.md §3.2 */
export const deliveryStates: readonly CheckedStatement[] = [
  {
    id: '3.2-1',
    text: 'A 2xx response makes the event delivered: it is not sent again.',
    needs: eventNeeds,
    check: async (trial) => {
      for (const status of [200, 204])
        await ensureNotRetried(trial, await connectMonitor(trial, status));
    },
  },
  {
    id: '3.2-2',
    text: 'A lost acknowledgment can cause a repeat with the same event id.',
    needs: eventNeeds,
    check: async (trial) => ensureRetried(trial, await connectMonitor(trial, dropped, 204)),
  },
  {
    id: '3.2-3',
    text: 'A network failure is retried.',
    needs: eventNeeds,
    check: async (trial) => ensureRetried(trial, await connectMonitor(trial, dropped)),
  },
  {
    id: '3.2-4',
    text: 'A 429 response is retried.',
    needs: eventNeeds,
    check: async (trial) => ensureRetried(trial, await connectMonitor(trial, 429)),
  },
  {
    id: '3.2-5',
    text: 'Any 5xx response is retried.',
    needs: eventNeeds,
    check: async (trial) => {
      for (const status of [500, 503, 599])
        await ensureRetried(trial, await connectMonitor(trial, status));
    },
  },
  {
    id: '3.2-6',
    text: 'A round has up to three attempts.',
    needs: scheduleNeeds,
    check: async (trial) => ensureThreeAttempts(trial, await connectMonitor(trial, 500)),
  },
  {
    id: '3.2-7',
    text: 'A delivery has up to eight rounds.',
    needs: scheduleNeeds,
    check: async (trial) => {
      const created = await connectMonitor(trial, 503);
      const { record } = await untilFinal(trial, created);
      ensure(valueAt(record, 'round') === 8, describe(record));
      const { length } = created.callback.requests;
      ensure(length === 24, `there were ${length} attempts in all`);
    },
  },
  {
    id: '3.2-8',
    text: 'The rounds take about 27 hours.',
    needs: scheduleNeeds,
    check: async (trial) => {
      const { times } = await untilFinal(trial, await connectMonitor(trial, 503));
      const hours = (Math.max(...times) - Math.min(...times)) / hour;
      ensure(hours > 25 && hours < 29, `they took ${hours.toFixed(1)} hours`);
    },
  },
  {
    id: '3.2-9',
    text: 'Any other 4xx response makes the delivery fail immediately.',
    needs: scheduleNeeds,
    check: async (trial) => {
      for (const status of [400, 401, 404, 410]) {
        const created = await connectMonitor(trial, status);
        await firstEvent(trial, created);
        const record = await deliveryOf(trial, created);
        ensure(valueAt(record, 'status') === 'failed', `after ${status}: ${describe(record)}`);
      }
    },
  },
  {
    id: '3.2-10',
    text: 'After such a response there are no further retries.',
    needs: eventNeeds,
    check: async (trial) => {
      for (const status of [400, 404])
        await ensureNotRetried(trial, await connectMonitor(trial, status));
    },
  },
  {
    id: '3.2-11',
    text: 'A delivery that still fails after all rounds is exhausted.',
    needs: scheduleNeeds,
    check: async (trial) => {
      const { record } = await untilFinal(trial, await connectMonitor(trial, dropped));
      ensure(valueAt(record, 'status') === 'exhausted', describe(record));
    },
  },
  {
    id: '3.2-12',
    text: 'The results of an exhausted delivery are in the alerts list with `since`.',
    surfaces: surfaceNames,
    needs: scheduleNeeds,
    check: async (trial) => {
      const since = new Date(trial.world.now()).toISOString();
      const created = await connectMonitor(trial, 500);
      await untilFinal(trial, created);
      const list = itemsOf(await trial.ok(alerts.list, { since, limit: 100 }));
      const found = list.filter((alert) => contains(alert, created.monitorId));
      ensure(found.length === 1, `${found.length} alerts of the monitor are listed`);
    },
  },
  ...(
    [
      [
        '3.2-13',
        'disabled',
        (trial, id) => trial.ok(delivery.set, { channel_id: id, status: 'disabled' }),
      ],
      [
        '3.2-14',
        'paused',
        (trial, id) => trial.ok(delivery.set, { channel_id: id, status: 'paused' }),
      ],
      ['3.2-15', 'removed', (trial, id) => trial.ok(delivery.disconnect, { channel_id: id })],
    ] satisfies [string, string, (trial: Trial, channelId: string) => Promise<unknown>][]
  ).map(
    ([id, what, stop]): CheckedStatement => ({
      id,
      text: `A queued delivery stops if its connection is ${what}.`,
      surfaces: surfaceNames,
      needs: eventNeeds,
      check: async (trial) => {
        const created = await connectMonitor(trial, 500);
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
];
