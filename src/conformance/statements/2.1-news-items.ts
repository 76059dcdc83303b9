import { operations } from '../../contract/operations.ts';
import { contains, itemsOf, textAt } from '../json.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { ensure, NotChecked } from '../violation.ts';

const { news } = operations;

/** docs/service.md §2.1 */
export const newsItems: readonly CheckedStatement[] = [
  {
    id: '2.1-1',
    text: 'A news item is addressed by its id.',
    surfaces: surfaceNames,
    check: async (trial) => {
      const [item] = itemsOf(await trial.ok(news.latest, { limit: 1 }));
      if (item === undefined) throw new NotChecked('the service has no news');
      const id = textAt(item, 'id');
      ensure(contains(await trial.ok(news.get, { id }), id), 'it is another item');
      await trial.rejected(news.get, { id: 'no-such-item' });
    },
  },
];
