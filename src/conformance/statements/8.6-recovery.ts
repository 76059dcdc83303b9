import { operations } from '../../contract/operations.ts';
import { connectMonitor, webhookTimeout } from '../alert-delivery.ts';
import { contains, itemsOf, textAt } from '../json.ts';
import { eventNeeds } from '../need.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { ensure } from '../violation.ts';

const { alerts } = operations;
const second = 1000;

/** docs/service.md §8.6 */
export const recovery: readonly CheckedStatement[] = [
  {
    id: '8.6-1',
    text: 'Missed events are recovered by polling the alerts list with `since`.',
    surfaces: surfaceNames,
    needs: eventNeeds,
    check: async (trial) => {
      const { monitorId, callback } = await connectMonitor(trial, 400);
      const since = new Date(trial.now() - 60 * second).toISOString();
      const run = await trial.run(monitorId);
      await callback.wait(1, webhookTimeout);
      const list = await trial.ok(alerts.list, { since, limit: 100 });
      ensure(contains(list, textAt(run, 'id')), 'the alert is not listed');
    },
  },
  {
    id: '8.6-2',
    text: 'A poller that moves `since` forward reads every alert once, with one overlap a page.',
    surfaces: surfaceNames,
    needs: ['changes'],
    check: async (trial) => {
      const started = trial.now();
      const ids = await Promise.all(
        Array.from({ length: 5 }, async () => (await trial.monitor()).id),
      );
      for (const id of ids) await trial.run(id);
      const read: Record<string, unknown>[] = [];
      for (let since = new Date(started).toISOString(); read.length < 100; ) {
        const page = itemsOf(await trial.ok(alerts.list, { since, limit: 2 }));
        const known = new Set(read.map((alert) => alert['id']));
        const fresh = page.filter((alert) => !known.has(alert['id']));
        if (fresh.length === 0) break;
        ensure(page.length - fresh.length <= 1, 'a page overlaps by more than one alert');
        read.push(...fresh);
        since = textAt(read.at(-1), 'created_at');
      }
      const missing = ids.filter((id) => !contains(read, id));
      ensure(missing.length === 0, `${missing.length} of ${ids.length} alerts were not read`);
    },
  },
];
