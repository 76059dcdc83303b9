import { operations } from '../../contract/operations.ts';
import { describe, itemsOf, objectIn, valueAt } from '../json.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { ensure, NotChecked } from '../violation.ts';

const { account, briefings, news, usage } = operations;

/** docs/service.md §2.7 */
export const accountStatements: readonly CheckedStatement[] = [
  {
    id: '2.7-1',
    text: 'Briefings are a list.',
    surfaces: surfaceNames,
    check: async (trial) => void itemsOf(await trial.ok(briefings.list)),
  },
  {
    id: '2.7-2',
    text: 'Usage is a record that counts requests.',
    check: async (trial) => {
      const total = async () => valueAt(await trial.ok(usage), 'requests');
      const before = await total();
      if (typeof before !== 'number') throw new NotChecked('usage has no `requests`');
      await trial.ok(news.latest, { limit: 1 });
      const after = await total();
      ensure(typeof after === 'number' && after > before, `${before} became ${describe(after)}`);
    },
  },
  {
    id: '2.7-3',
    text: 'The account overview is an object.',
    surfaces: surfaceNames,
    check: async (trial) => void objectIn(await trial.ok(account.overview)),
  },
];
