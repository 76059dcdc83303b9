import { operations } from '../../contract/operations.ts';
import { connectMonitor, deliveryOf, firstEvent } from '../alert-delivery.ts';
import { describe, listAt, valueAt } from '../json.ts';
import { scheduleNeeds } from '../need.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { ensure } from '../violation.ts';

const { delivery } = operations;

/** docs/service.md §2.6 */
export const deliveries: readonly CheckedStatement[] = [
  {
    id: '2.6-1',
    text: 'Deliveries are listed under `webhook_deliveries` of the delivery read.',
    surfaces: surfaceNames,
    check: async (trial) => void listAt(await trial.ok(delivery.get), 'webhook_deliveries'),
  },
  ...(
    [
      ['2.6-2', 'its current status', (record: unknown) => typeof valueAt(record, 'status')],
      ['2.6-3', 'its attempts', (record: unknown) => typeof valueAt(record, 'attempts')],
      ['2.6-4', 'its last error', (record: unknown) => typeof valueAt(record, 'last_error')],
    ] as const
  ).map(
    ([id, what, typeOf]): CheckedStatement => ({
      id,
      text: `A delivery shows ${what}.`,
      surfaces: surfaceNames,
      needs: scheduleNeeds,
      check: async (trial) => {
        const created = await connectMonitor(trial, 500);
        await firstEvent(trial, created);
        const record = await deliveryOf(trial, created);
        ensure(['string', 'number'].includes(typeOf(record)), `it is not in ${describe(record)}`);
      },
    }),
  ),
];
