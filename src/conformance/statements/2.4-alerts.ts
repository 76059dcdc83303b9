import { operations } from '../../contract/operations.ts';
import { contains, itemsOf, textAt } from '../json.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { ensure } from '../violation.ts';

const { alerts } = operations;

/** docs/service.md §2.4 */
export const alertStatements: readonly CheckedStatement[] = [
  {
    id: '2.4-1',
    text: 'An alert is the recorded result of a qualifying run, in the list of alerts.',
    surfaces: surfaceNames,
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      const run = await trial.run(id);
      const alert = itemsOf(await trial.ok(alerts.list)).find((each) => contains(each, id));
      ensure(alert !== undefined, 'no alert names the monitor');
      ensure(contains(alert, textAt(run, 'id')), 'the alert does not name its run');
    },
  },
];
