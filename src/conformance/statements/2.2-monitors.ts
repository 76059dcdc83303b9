import { operations } from '../../contract/operations.ts';
import { deliveredEvent } from '../alert-delivery.ts';
import { contains, describe } from '../json.ts';
import { eventNeeds } from '../need.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { exampleUrl } from '../trial.ts';
import { ensure } from '../violation.ts';

const { delivery, monitors } = operations;

/** docs/service.md §2.2 */
export const monitorStatements: readonly CheckedStatement[] = [
  {
    id: '2.2-1',
    text: 'A monitor has an id, which identifies it in paths.',
    surfaces: surfaceNames,
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
    needs: eventNeeds,
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
    surfaces: surfaceNames,
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
    surfaces: surfaceNames,
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const input = { monitor_id: trial.world.teamMonitor, webhook_url: exampleUrl() };
      await trial.rejected(delivery.connect, { platform: 'webhook', ...input }, 'paid');
      await trial.connect(exampleUrl(), { monitor_id: trial.world.teamMonitor }, 'other');
    },
  },
];
