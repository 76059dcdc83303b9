import { type operationList, operations } from '../../contract/operations.ts';
import { eventIn, triggerRun, webhookTimeout } from '../alert-delivery.ts';
import { contains, itemsOf, objectIn, textAt } from '../json.ts';
import { scheduleNeeds } from '../need.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import type { Trial } from '../trial.ts';
import { ensure } from '../violation.ts';

const { account, alerts, delivery, monitors, news, usage } = operations;
const second = 1000;
const hour = 3_600_000;

/** docs/service.md §1.2 */
export const plans: readonly CheckedStatement[] = [
  {
    id: '1.2-1',
    text: 'News requires a paid plan.',
    surfaces: surfaceNames,
    needs: ['unpaid key'],
    check: async (trial) => {
      await requiresPlan(trial, news.search, { query: 'rates' });
      await requiresPlan(trial, news.latest);
      await requiresPlan(trial, news.mine);
      await requiresPlan(trial, news.get, { id: 'none' });
    },
  },
  {
    id: '1.2-2',
    text: 'Monitoring requires a paid plan.',
    surfaces: surfaceNames,
    needs: ['unpaid key', 'changes'],
    check: async (trial) => {
      await requiresPlan(trial, monitors.list);
      await requiresPlan(trial, monitors.create, { prompt: 'rates' });
      await requiresPlan(trial, monitors.run, { id: 'none' });
      await requiresPlan(trial, alerts.list);
    },
  },
  {
    id: '1.2-3',
    text: 'The account overview works before payment.',
    surfaces: surfaceNames,
    needs: ['unpaid key'],
    check: async (trial) => void objectIn(await trial.ok(account.overview, {}, 'unpaid')),
  },
  {
    id: '1.2-4',
    text: 'Usage works before payment.',
    surfaces: surfaceNames,
    needs: ['unpaid key'],
    check: async (trial) => void objectIn(await trial.ok(usage, {}, 'unpaid')),
  },
  {
    id: '1.2-5',
    text: 'The plan is checked where work is done: without one, monitors do not run.',
    needs: scheduleNeeds,
    check: async (trial) => {
      const { monitorId, runs } = await lapsedMonitor(trial);
      await trial.world.advance(3 * hour);
      await trial.world.setPlan('active');
      const later = itemsOf(await trial.ok(monitors.runs, { id: monitorId }, 'own'));
      ensure(later.length === runs.length, `${runs.length} runs became ${later.length}`);
    },
  },
  {
    id: '1.2-6',
    text: 'Without a plan no event is sent: queued deliveries stop.',
    needs: scheduleNeeds,
    check: async (trial) => {
      const { callback } = await lapsedMonitor(trial);
      const { length } = callback.requests;
      await trial.world.advance(3 * hour);
      await trial.world.setPlan('active');
      await trial.world.advance(second);
      const ids = callback.requests.slice(length).map((request) => eventIn(request)['id']);
      const queued = callback.requests.slice(0, length).map((request) => eventIn(request)['id']);
      ensure(!ids.some((id) => queued.includes(id)), 'the queued delivery was sent');
    },
  },
  {
    id: '1.2-7',
    text: 'Alerts of an account whose plan ended can be listed when it pays again.',
    surfaces: surfaceNames,
    needs: scheduleNeeds,
    check: async (trial) => {
      const { monitorId } = await lapsedMonitor(trial);
      await trial.rejected(alerts.list, {}, 'own');
      await trial.world.setPlan('active');
      const list = await trial.ok(alerts.list, { limit: 100 }, 'own');
      ensure(contains(list, monitorId), 'the alert is not listed');
    },
  },
  {
    id: '1.2-8',
    text: 'What only takes away or switches off works without a plan.',
    surfaces: surfaceNames,
    needs: scheduleNeeds,
    check: async (trial) => {
      const { monitorId: id, channelId: channel_id } = await lapsedMonitor(trial);
      await trial.ok(delivery.set, { channel_id, status: 'disabled' }, 'own');
      await trial.ok(delivery.disconnect, { channel_id }, 'own');
      await trial.ok(monitors.pause, { id }, 'own');
      await trial.ok(monitors.pause_all, {}, 'own');
      await trial.ok(monitors.delete, { id }, 'own');
      await trial.world.setPlan('active');
    },
  },
];

/** Calls an operation without a plan. @throws {Violation} if the error is not `plan_required` */
async function requiresPlan(trial: Trial, operation: (typeof operationList)[number], input = {}) {
  const body = await trial.rejected(operation, input, 'unpaid');
  const error = textAt(body, 'error');
  ensure(error === 'plan_required', `${operation.name} without a plan: ${error}`);
}

/** A monitor with a queued delivery, of the account `own`, whose plan has ended. */
async function lapsedMonitor(trial: Trial) {
  await trial.world.setPlan('active');
  const callback = await trial.callback(500);
  const { id: monitorId } = await trial.monitor({}, 'own');
  const { id: channelId } = await trial.connect(callback.url, { monitor_id: monitorId }, 'own');
  await triggerRun(trial, { monitorId });
  await callback.wait(1, webhookTimeout);
  const runs = itemsOf(await trial.ok(monitors.runs, { id: monitorId }, 'own'));
  await trial.world.setPlan('none');
  return { monitorId, channelId, callback, runs };
}
