import {
  connectMonitor,
  deliveryOf,
  ensureNotRetried,
  ensureRetried,
  ensureThreeAttempts,
  firstEvent,
  passRound,
  untilFinal,
  webhookTimeout,
} from '../alert-delivery.ts';
import { contains, describe, listAt, valueAt } from '../json.ts';
import { eventNeeds, scheduleNeeds } from '../need.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { ensure } from '../violation.ts';

const hour = 3_600_000;

/** docs/service.md §8.5 */
export const deliveryBehavior: readonly CheckedStatement[] = [
  {
    id: '8.5-1',
    text: 'Delivery is at least once: an event whose acknowledgment is lost is sent again.',
    needs: eventNeeds,
    check: async (trial) =>
      ensureRetried(trial, await connectMonitor(trial, (response) => response.destroy(), 204)),
  },
  {
    id: '8.5-2',
    text: 'Within a round there are up to three attempts after failed requests, 429 and 5xx.',
    needs: scheduleNeeds,
    check: async (trial) =>
      ensureThreeAttempts(
        trial,
        await connectMonitor(trial, (response) => response.destroy(), 429, 500),
      ),
  },
  {
    id: '8.5-3',
    text: 'Temporary failures are retried in up to eight rounds over about 27 hours.',
    needs: scheduleNeeds,
    check: async (trial) => {
      const { record, times } = await untilFinal(trial, await connectMonitor(trial, 429));
      const hours = (Math.max(...times) - Math.min(...times)) / hour;
      ensure(
        valueAt(record, 'round') === 8,
        `there were ${describe(valueAt(record, 'round'))} rounds`,
      );
      ensure(hours > 25 && hours < 29, `they took ${hours.toFixed(1)} hours`);
    },
  },
  {
    id: '8.5-4',
    text: 'Any other 4xx fails immediately.',
    needs: eventNeeds,
    check: async (trial) => {
      for (const status of [401, 403, 422])
        await ensureNotRetried(trial, await connectMonitor(trial, status));
    },
  },
  {
    id: '8.5-5',
    text: "The first delivery results are in the run's `broadcast_results`.",
    needs: eventNeeds,
    check: async (trial) => {
      const { monitorId, channelId } = await connectMonitor(trial, 404);
      const results = listAt(await trial.run(monitorId), 'broadcast_results');
      ensure(contains(results, channelId), `the connection is not in ${describe(results)}`);
    },
  },
  {
    id: '8.5-6',
    text: 'Current status, attempts and errors are in `webhook_deliveries`.',
    surfaces: surfaceNames,
    needs: scheduleNeeds,
    check: async (trial) => {
      const created = await connectMonitor(trial, 500, 204);
      await firstEvent(trial, created);
      const before = await deliveryOf(trial, created);
      await passRound(trial, created);
      const after = await deliveryOf(trial, created);
      ensure(contains(before, 'http_500'), `the error is not in ${describe(before)}`);
      ensure(contains(after, 'delivered'), `the delivery is not in ${describe(after)}`);
    },
  },
  {
    id: '8.5-7',
    text: "They are also in the connection's settings.",
    check: { shownBy: 'test/integration/server/surfaces/pages/forms.test.ts' },
  },
  {
    id: '8.5-8',
    text: 'A completed run does not prove that the receiver accepted its alert.',
    needs: eventNeeds,
    check: async (trial) => {
      const { monitorId, callback } = await connectMonitor(trial, 400);
      const run = await trial.run(monitorId);
      await callback.wait(1, webhookTimeout);
      const status = valueAt(run, 'status');
      ensure(status === undefined || status === 'completed', `the run is ${describe(status)}`);
    },
  },
];
