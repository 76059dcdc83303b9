import { operations } from '../../contract/operations.ts';
import {
  type ConnectedMonitor,
  connectMonitor,
  deliveredEvent,
  eventIn,
  firstEvent,
  triggerRun,
  webhookTimeout,
} from '../alert-delivery.ts';
import { contains, describe, textAt } from '../json.ts';
import { eventNeeds, scheduleNeeds } from '../need.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import type { Trial } from '../trial.ts';
import { ensure } from '../violation.ts';

const { delivery, monitors } = operations;
const second = 1000;

/** docs/service.md §3.1 */
export const runStates: readonly CheckedStatement[] = [
  {
    id: '3.1-1',
    text: 'A qualifying recurring run saves one `news.alert` event for each connection.',
    needs: eventNeeds,
    check: async (trial) => {
      const created = await connectMonitor(trial);
      const other = await trial.callback();
      await trial.connect(other.url, { monitor_id: created.monitorId });
      const { event } = await firstEvent(trial, created);
      const [request] = await other.wait(1, webhookTimeout);
      ensure(event['type'] === 'news.alert', `its type is ${describe(event['type'])}`);
      ensure(request !== undefined && eventIn(request)['id'] !== event['id'], 'the ids are equal');
      const counts = [created.callback, other].map(({ requests }) => requests.length);
      ensure(counts.join() === '1,1', `the connections got ${counts.join(' and ')} events`);
    },
  },
  {
    id: '3.1-2',
    text: 'The event is saved before any delivery attempt.',
    needs: eventNeeds,
    check: async (trial) => {
      let listed: Promise<unknown> | undefined;
      const created = await connectMonitor(trial, (response) => {
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
    needs: eventNeeds,
    check: async (trial) => {
      const callback = await trial.callback();
      const { id } = await trial.monitor({ prompt: 'Tell me about the zyxquon of Vrelbt' });
      await trial.connect(callback.url, { monitor_id: id });
      await triggerRun(trial, { monitorId: id });
      await ensureSilent(trial, callback);
    },
  },
  {
    id: '3.1-4',
    text: 'A first-result preview sends no event.',
    needs: eventNeeds,
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
    needs: scheduleNeeds,
    check: async (trial) => {
      const created = await connectMonitor(trial);
      const filters = { include_sources: ['no-such-source.example'] };
      await trial.ok(monitors.edit, { id: created.monitorId, ...filters });
      await triggerRun(trial, created);
      await ensureSilent(trial, created.callback);
    },
  },
  {
    id: '3.1-6',
    text: 'A later run with the same title is another event with another id.',
    needs: eventNeeds,
    check: async (trial) => {
      const prompt = await trial.prompt();
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
    surfaces: surfaceNames,
    needs: scheduleNeeds,
    check: async (trial) => {
      const created = await connectMonitor(trial);
      await trial.ok(monitors.pause_all);
      await triggerRun(trial, created);
      await ensureSilent(trial, created.callback);
    },
  },
];

/** @throws {Violation} if an event arrives */
async function ensureSilent(trial: Trial, callback: ConnectedMonitor['callback']): Promise<void> {
  if (!trial.hasWorld) await new Promise((resolve) => setTimeout(resolve, 5 * second));
  ensure(callback.requests.length === 0, 'an event was sent');
}
