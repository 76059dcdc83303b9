import { expect, it } from 'vitest';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { noon, outboxUnderTest } from './outbox-under-test.ts';
import { aMonitor } from './records.ts';

describeStores('the backlog', (context) => {
  const { save, claim } = outboxUnderTest(context);

  it('of an empty store is empty', async () => {
    expect(await context.store.backlog(noon)).toEqual({
      deliveries: { waiting: 0, due: 0, in_flight: 0, overdue: 0 },
      tick_overdue: 0,
      unmatched: 0,
    });
  });

  it('counts deliveries by state', async () => {
    await save('evt_1', 'c');
    await save('evt_2', 'c');
    await save('evt_3', 'c');
    await claim({ limit: 1 });
    expect((await context.store.backlog(noon + 2500)).deliveries).toEqual({
      waiting: 2,
      due: 2,
      in_flight: 1,
      overdue: 2500,
    });
    expect((await context.store.backlog(noon - 1)).deliveries).toMatchObject({
      waiting: 2,
      due: 0,
      overdue: 0,
    });
  });

  it('has the tick that is due longest, unless a server runs it', async () => {
    const { store } = context;
    await addRecords(store, { monitors: [aMonitor('m', { next_run_at: noon })] });
    expect((await store.backlog(noon + 4000)).tick_overdue).toBe(4000);
    await store.monitors.claimDue(noon + 4000, noon + 9000, 1);
    expect((await store.backlog(noon + 5000)).tick_overdue).toBe(0);
    expect((await store.backlog(noon + 9001)).tick_overdue).toBe(9001);
  });

  it('counts news that is not matched yet', async () => {
    const { store } = context;
    const texts = { description: '', url: null, source: null, body: null };
    const items = ['1', '2', '3'].map((id) => ({
      ...texts,
      id,
      title: `Part ${id}`,
      publication_date: noon,
    }));
    await store.news.add(items.map((item) => indexItem(item, noon)));
    expect((await store.backlog(noon)).unmatched).toBe(3);
    await store.matches.record({ from: 0, until: 2, itemIds: [], matches: [] });
    expect((await store.backlog(noon)).unmatched).toBe(1);
  });
});
