import { expect, it } from 'vitest';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import type { NewsItemRecord } from '../../../../../src/server/store/store.ts';
import { describeStores } from './describe-stores.ts';

const now = 1_700_000_000_000;

function item(id: string, changes: Partial<NewsItemRecord> = {}): NewsItemRecord {
  const empty = { description: '', url: null, source: null, body: null };
  return { id, title: `About ${id}`, publication_date: now, ...empty, ...changes };
}

describeStores('arrivals', (context) => {
  const add = (...items: NewsItemRecord[]) =>
    context.store.news.add(items.map((each) => indexItem(each, now)));
  const arrivals = async (after = 0, limit = 99) =>
    (await context.store.news.arrivals(after, limit)).map(({ id, arrival }) => [id, arrival]);

  it('are numbered in the order in which items were added', async () => {
    const { news } = context.store;
    expect(await news.lastArrival()).toBe(0);
    await add(item('a', { publication_date: now - 1 }), item('b', { publication_date: 1 }));
    await add(item('c', { publication_date: null }));
    expect(await arrivals()).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    expect(await arrivals(1, 1)).toEqual([['b', 2]]);
    expect(await arrivals(3)).toEqual([]);
    expect(await news.lastArrival()).toBe(3);
  });

  it('have the text of the item and the terms that are matched', async () => {
    const stored = item('a', { description: 'Chips \u{1f680}', body: 'Exports', source: 'A' });
    await add(stored);
    const { ranking_terms } = indexItem(stored, now);
    const [arrival] = await context.store.news.arrivals(0, 1);
    expect(arrival).toMatchObject({ ...stored, arrival: 1 });
    expect(Buffer.from(arrival?.ranking_terms ?? [])).toEqual(ranking_terms);
  });

  it.each([{ title: 'B' }, { description: 'B' }, { body: 'B' }])(
    'include an item whose text changed: %j',
    async (changes) => {
      await add(item('a'), item('b'));
      await add(item('a', changes));
      expect(await arrivals()).toEqual([
        ['b', 2],
        ['a', 3],
      ]);
    },
  );

  it.each([
    {},
    { publication_date: now - 5 },
    { publication_date: null },
    { url: 'https://a.example/' },
    { source: 'B' },
  ])('do not include an item again whose text is the same: %j', async (changes) => {
    await add(item('a'), item('b'));
    await add(item('a', changes));
    expect(await arrivals()).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(await context.store.news.lastArrival()).toBe(2);
  });

  it('include an item once, however often a batch or many batches change it', async () => {
    await add(item('a'), item('a', { title: 'B' }), item('a', { title: 'C' }));
    for (let n = 0; n < 20; n += 1) await add(item('a', { title: `Version ${n}` }));
    expect(await arrivals()).toHaveLength(1);
    expect((await context.store.news.arrivals(0, 9))[0]?.title).toBe('Version 19');
  });

  it('do not include deleted items, whose numbers are not used again', async () => {
    await add(item('a'), item('b'));
    await context.store.news.delete(['b']);
    expect(await arrivals()).toEqual([['a', 1]]);
    await add(item('b'));
    expect(await arrivals(2)).toEqual([['b', 3]]);
  });

  it('are stored in the order of their numbers by several processes', async () => {
    const other = await context.openAgain();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? other : context.store).news.add([indexItem(item(`i${n}`), now)]),
      ),
    );
    expect((await arrivals()).map(([, arrival]) => arrival)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
  });

  it('keep the number that a copy gives them', async () => {
    await context.store.news.add([{ ...indexItem(item('a'), now), arrival: 70 }]);
    await add(item('b'));
    expect(await arrivals()).toEqual([
      ['a', 70],
      ['b', 71],
    ]);
  });
});
