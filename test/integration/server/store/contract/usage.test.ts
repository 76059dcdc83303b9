import { expect, it } from 'vitest';
import { describeStores } from './describe-stores.ts';

describeStores('usage', (context) => {
  const count = (operation: string, requests: number, day = '2026-11-20', account_id = 'a') => ({
    account_id,
    day,
    operation,
    requests,
  });

  it('is added up across processes', async () => {
    const other = await context.openAgain();
    await context.store.usage.add([]);
    await Promise.all([
      context.store.usage.add([count('news.search', 2), count('alerts.list', 1)]),
      other.usage.add([count('alerts.list', 5), count('news.search', 1)]),
    ]);
    await context.store.usage.add([
      count('news.search', 1, '2026-11-19'),
      count('x', 9, '2026-11-18'),
    ]);
    await context.store.usage.add([count('news.search', 7, '2026-11-20', 'b')]);
    expect(await other.usage.since('a', '2026-11-19')).toEqual([
      count('alerts.list', 6),
      count('news.search', 1, '2026-11-19'),
      count('news.search', 3),
    ]);
  });
});
