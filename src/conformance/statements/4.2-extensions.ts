import { operations } from '../../contract/operations.ts';
import { connectMonitor, triggerRun } from '../alert-delivery.ts';
import { contains, describe, itemsOf, valueAt } from '../json.ts';
import { eventNeeds } from '../need.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { ensure } from '../violation.ts';

const { delivery, monitors, profile } = operations;

/** docs/service.md §4.2 */
export const extensions: readonly CheckedStatement[] = [
  {
    id: '4.2-1',
    text: 'A monitor can be deleted.',
    surfaces: surfaceNames,
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      await trial.ok(monitors.delete, { id });
      ensure(!contains(await trial.ok(monitors.list), id), 'it is still listed');
    },
  },
  {
    id: '4.2-2',
    text: 'All monitors can be paused at once.',
    surfaces: surfaceNames,
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      await trial.ok(monitors.pause_all);
      const found = itemsOf(await trial.ok(monitors.list)).find((each) => contains(each, id));
      ensure(valueAt(found, 'status') === 'paused', describe(found));
    },
  },
  {
    id: '4.2-3',
    text: 'A connection can be disabled: it gets no more events.',
    surfaces: surfaceNames,
    needs: eventNeeds,
    check: async (trial) => {
      const created = await connectMonitor(trial);
      await trial.ok(delivery.set, { channel_id: created.channelId, status: 'disabled' });
      await triggerRun(trial, created);
      ensure(created.callback.requests.length === 0, 'an event was sent');
    },
  },
  {
    id: '4.2-4',
    text: 'The profile can be updated.',
    surfaces: surfaceNames,
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const name = `Checked over ${trial.surface}`;
      await trial.ok(profile.update, { name });
      ensure(contains(await trial.ok(profile.get), name), 'the name did not change');
    },
  },
];
