import { describe, expect, it } from 'vitest';
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

  it('have bodies, of which only the beginnings are read', async () => {
    await add(item('a', { body: '\u{1f680}'.repeat(5_000) }), item('b', { body: 'B' }), item('c'));
    expect(await context.store.news.bodies(['a', 'b', 'c', 'unknown'])).toEqual(
      new Map([
        ['a', '\u{1f680}'.repeat(4_000)],
        ['b', 'B'],
      ]),
    );
    expect(await context.store.news.bodies([])).toEqual(new Map());
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
    const earlier_text = JSON.stringify({ title: 'Old', description: '', body: null });
    const history = { arrival: 70, first_arrival: 3, earlier_text };
    await context.store.news.add([{ ...indexItem(item('a'), now), history }]);
    await add(item('b'));
    expect(await arrivals()).toEqual([
      ['a', 70],
      ['b', 71],
    ]);
    expect((await context.store.news.arrivals(0, 1))[0]).toMatchObject(history);
  });

  describe('of later versions', () => {
    const histories = async () =>
      (await context.store.news.arrivals(0, 99)).map(({ id, first_arrival, earlier_text }) => {
        const earlier = earlier_text === null ? null : JSON.parse(earlier_text);
        return [id, first_arrival, earlier];
      });
    const matchAll = async () => {
      const { matches, news } = context.store;
      const [from, until] = [await matches.matchedUntil(), await news.lastArrival()];
      await matches.record({ from, until, itemIds: [], matches: [] });
    };
    const text = (title: string, changes = {}) => ({
      title,
      description: '',
      body: null,
      ...changes,
    });

    it('have the first number of their item, and its text that was matched last', async () => {
      await add(item('a', { body: 'Body \u{1f680}' }), item('b'));
      await matchAll();
      expect(await histories()).toEqual([
        ['a', 1, null],
        ['b', 2, null],
      ]);
      await add(item('a', { title: 'Second' }));
      await add(item('a', { title: 'Third' }));
      await add(item('a', { title: 'Third', source: 'Wire', publication_date: now - 1 }));
      const first = text('About a', { body: 'Body \u{1f680}' });
      expect(await histories()).toEqual([
        ['b', 2, null],
        ['a', 1, first],
      ]);
      await matchAll();
      await add(item('a', { title: 'Fourth', description: 'Text' }));
      expect((await histories())[1]).toEqual(['a', 1, text('Third')]);
    });

    it('have the first text of their item if none was matched', async () => {
      await add(item('a'), item('a', { title: 'Second' }));
      await add(item('a', { title: 'Third' }));
      expect(await histories()).toEqual([['a', 1, text('About a')]]);
    });
  });
});
