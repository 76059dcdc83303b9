import { operations } from '../../contract/operations.ts';
import { connectMonitor, eventIn, passRound } from '../alert-delivery.ts';
import { contains, describe, itemsOf, listAt, textAt, valueAt } from '../json.ts';
import { eventNeeds, scheduleNeeds } from '../need.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { ensure } from '../violation.ts';

const { monitors } = operations;

/** docs/service.md §2.3 */
export const runs: readonly CheckedStatement[] = [
  {
    id: '2.3-1',
    text: 'A run has an id, which its event carries as `run_id`.',
    needs: eventNeeds,
    check: async (trial) => {
      const { monitorId, callback } = await connectMonitor(trial);
      const run = await trial.run(monitorId);
      const [request] = await callback.wait(1, 10_000);
      const runId = request && eventIn(request)['run_id'];
      ensure(runId === textAt(run, 'id'), `the event has the run_id ${describe(runId)}`);
    },
  },
  {
    id: '2.3-2',
    text: 'A run has the first result of each delivery in `broadcast_results`.',
    surfaces: surfaceNames,
    needs: eventNeeds,
    check: async (trial) => {
      const { monitorId, channelId, callback } = await connectMonitor(trial, 500);
      const run = await trial.run(monitorId);
      await callback.wait(1, 10_000);
      const results = listAt(run, 'broadcast_results');
      ensure(contains(results, channelId), `the connection is not in ${describe(results)}`);
    },
  },
  {
    id: '2.3-3',
    text: 'Later attempts leave `broadcast_results` as they were.',
    needs: scheduleNeeds,
    check: async (trial) => {
      const created = await connectMonitor(trial, 500, 204);
      const run = await trial.run(created.monitorId);
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
];
