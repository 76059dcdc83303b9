import { describe, expect, it } from 'vitest';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import { fieldsOf, unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import type {
  NewsItemRecord,
  NewsQuery,
  RowPosition,
  WeightedTerm,
} from '../../../../../src/server/store/store.ts';
import { describeStores } from './describe-stores.ts';

const now = 1_700_000_000_000;

function item(id: string, title: string, changes: Partial<NewsItemRecord> = {}): NewsItemRecord {
  return {
    id,
    title,
    description: '',
    url: null,
    source: null,
    publication_date: now,
    body: null,
    ...changes,
  };
}

/** Terms of equal weight. */
const any = (...terms: string[]): WeightedTerm[] =>
  terms.map((term) => ({ term, weight: 100, titleWeight: 80 }));

describeStores('the news index', (context) => {
  const add = (...items: NewsItemRecord[]) =>
    context.store.news.add(items.map((each) => indexItem(each, now)));
  const candidates = (query: Partial<NewsQuery>) =>
    context.store.news.candidates({ terms: [], phrases: [], limit: 10, ...query });
  const found = async (query: Partial<NewsQuery>) => (await candidates(query)).map(({ id }) => id);
  const latest = async (limit = 10) => (await context.store.news.latest(limit)).map(({ id }) => id);

  describe('latest', () => {
    it('is paged without loss or repetition, also if items share a time or are added in between', async () => {
      const ids = Array.from({ length: 9 }, (_, number) => `i${number}`);
      for (const [index, id] of ids.entries()) {
        await add(item(id, 'Gold', { publication_date: now - Math.floor(index / 4) }));
      }
      const whole = await latest();
      const found: string[] = [];
      for (let after: RowPosition | undefined; ; ) {
        const page = await context.store.news.latest(2, after);
        found.push(...page.map(({ id }) => id));
        const last = page.at(-1);
        if (!last) break;
        after = { time: last.order_at, sequence: last.sequence };
        await add(item(`new ${found.length}`, 'Tin'));
      }
      expect(found).toEqual(whole);
      expect(whole.toSorted()).toEqual(ids);
    });

    it('lists a period, both times included, also from a position', async () => {
      for (const age of [0, 1, 2, 3]) {
        await add(item(`i${age}`, 'Gold', { publication_date: now - age }));
      }
      const list = async (...args: Parameters<typeof context.store.news.latest>) =>
        (await context.store.news.latest(...args)).map(({ id }) => id);
      const period = { since: now - 2, until: now - 1 };
      expect(await list(9, undefined, period)).toEqual(['i1', 'i2']);
      expect(await list(9, undefined, { since: now - 1 })).toEqual(['i0', 'i1']);
      expect(await list(9, undefined, { until: now - 3 })).toEqual(['i3']);
      expect(await list(9, undefined, { since: now, until: now - 1 })).toEqual([]);
      const [first] = await context.store.news.latest(1, undefined, period);
      const after = { time: first?.order_at ?? 0, sequence: first?.sequence ?? 0 };
      expect(await list(9, after, period)).toEqual(['i2']);
      expect(await list(9, { time: now, sequence: 1e6 }, period)).toEqual(['i1', 'i2']);
    });

    it('accepts any position', async () => {
      await add(item('a', 'Gold'));
      const page = async (time: number, sequence: number) =>
        (await context.store.news.latest(9, { time, sequence })).map(({ id }) => id);
      const [low, high] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
      expect(await page(high, high)).toEqual(['a']);
      expect(await page(low, low)).toEqual([]);
      expect(await page(now, low)).toEqual([]);
    });
  });

  describe('add', () => {
    it('stores every field', async () => {
      const full = item('a', 'Gold', {
        description: 'Peru',
        url: 'https://a.example/',
        source: 'A',
        publication_date: 5,
        body: 'Find “of” 金 \u{1f680}\n',
      });
      expect(await add(full)).toEqual({ added: 1, updated: 0, unchanged: 0, removed: 0 });
      expect(await context.store.news.get('a')).toEqual(full);
      expect(await context.store.news.get('b')).toBeUndefined();
    });

    it('recognizes an item whose text contains NUL or a lone surrogate', async () => {
      const odd = item('a', 'Gold\0 \ud800 find');
      await add(odd);
      expect((await context.store.news.get('a'))?.title).toBe('Gold\ufffd \ufffd find');
      expect((await add(odd)).unchanged).toBe(1);
    });

    it('does not change a stored item that is added again', async () => {
      await add(item('a', 'Gold'), item('b', 'Tin'));
      expect(await add(item('a', 'Gold'), item('c', 'Oil'))).toEqual({
        added: 1,
        updated: 0,
        unchanged: 1,
        removed: 0,
      });
      expect(await context.store.news.count()).toBe(3);
      expect(await found({ terms: any('gold') })).toEqual(['a']);
    });

    it('replaces a changed item, in the index too', async () => {
      await add(item('a', 'Gold'));
      expect(await add(item('a', 'Silver'))).toEqual({
        added: 0,
        updated: 1,
        unchanged: 0,
        removed: 0,
      });
      expect((await context.store.news.get('a'))?.title).toBe('Silver');
      expect(await found({ terms: any('gold') })).toEqual([]);
      expect(await found({ terms: any('silver') })).toEqual(['a']);
      expect(await context.store.news.frequencies(['gold', 'silver'])).toEqual(
        new Map([['silver', 1]]),
      );
      expect(await context.store.news.count()).toBe(1);
    });

    it('stores the last of several items with one id', async () => {
      expect(await add(item('a', 'Gold'), item('a', 'Tin'), item('a', 'Tin'))).toEqual({
        added: 1,
        updated: 1,
        unchanged: 1,
        removed: 0,
      });
      expect((await context.store.news.get('a'))?.title).toBe('Tin');
    });

    it('stores the last of several items with one id even if it is the oldest', async () => {
      await add(
        item('a', 'Gold', { publication_date: 20 }),
        item('b', 'Oil', { publication_date: 15 }),
        item('a', 'Tin', { publication_date: 10 }),
      );
      expect(await latest()).toEqual(['b', 'a']);
      expect((await context.store.news.get('a'))?.title).toBe('Tin');
    });

    it('reorders an item whose date changed', async () => {
      await add(
        item('a', 'Gold', { publication_date: 10 }),
        item('b', 'Tin', { publication_date: 20 }),
      );
      await add(item('a', 'Gold', { publication_date: 30 }));
      expect(await latest()).toEqual(['a', 'b']);
      expect(await found({ terms: any('gold'), since: 30 })).toEqual(['a']);
    });

    it('orders an undated item by the time at which it was first added', async () => {
      const undated = item('a', 'Gold', { publication_date: null });
      await context.store.news.add([indexItem(undated, 10)]);
      await context.store.news.add([indexItem({ ...undated, title: 'Gold again' }, 99)]);
      expect(await found({ terms: any('gold'), since: 50 })).toEqual([]);
      expect(await found({ terms: any('gold'), since: 10 })).toEqual(['a']);
    });

    it('stores nothing if one item fails', async () => {
      const broken = Object.assign(indexItem(item('b', 'Tin'), now), { title: undefined });
      await expect(
        context.store.news.add([indexItem(item('a', 'Gold'), now), broken]),
      ).rejects.toThrow();
      expect(await context.store.news.count()).toBe(0);
      expect(await found({ terms: any('gold') })).toEqual([]);
    });

    it('stores more than a thousand items of one millisecond', async () => {
      const many = Array.from({ length: 1001 }, (_, at) => item(`i${at}`, `Gold ${at}`));
      await add(...many.slice(0, 600));
      expect(await add(...many)).toEqual({ added: 401, updated: 0, unchanged: 600, removed: 0 });
      await add(item('later', 'Gold', { publication_date: now - 1 }));
      expect(await context.store.news.count()).toBe(1002);
      expect(new Set(await found({ terms: any('gold'), since: now, limit: 2000 })).size).toBe(1001);
      expect(await latest(1)).toEqual(['i1000']);
    });

    it('stores any time, also before 1970', async () => {
      await add(
        item('old', 'Gold', { publication_date: -1 }),
        item('older', 'Gold', { publication_date: -1_000_000_000_000 }),
        item('oldest', 'Gold', { publication_date: -8.64e15 }),
        item('epoch', 'Gold', { publication_date: 0 }),
      );
      expect(await latest()).toEqual(['epoch', 'old', 'older', 'oldest']);
      const changed = await add(item('oldest', 'Gold again', { publication_date: -8.64e15 }));
      expect(changed.updated).toBe(1);
      expect(await found({ terms: any('gold'), since: 0 })).toEqual(['epoch']);
      expect((await found({ terms: any('gold'), since: -1 })).sort()).toEqual(['epoch', 'old']);
    });

    it('adds each item once when several processes add it', async () => {
      const many = Array.from({ length: 60 }, (_, at) => item(`i${at}`, `Gold ${at % 7}`));
      const items = many.map((each) => indexItem(each, now));
      const stores = [context.store, await context.openAgain(), await context.openAgain()];
      const counts = await Promise.all(
        stores.flatMap(({ news }) => [
          news.add(items),
          news.add(items.toReversed()),
          news.add(items.slice(20, 40)),
        ]),
      );
      expect(counts.reduce((sum, { added }) => sum + added, 0)).toBe(60);
      expect(counts.reduce((sum, { updated }) => sum + updated, 0)).toBe(0);
      expect(await context.store.news.count()).toBe(60);
      expect(await context.store.news.frequencies(['gold', '3'])).toEqual(
        new Map([
          ['gold', 60],
          ['3', 9],
        ]),
      );
      expect(new Set(await found({ terms: any('gold'), limit: 100 })).size).toBe(60);
    });

    it('accepts an empty batch', async () => {
      expect(await context.store.news.add([])).toEqual({
        added: 0,
        updated: 0,
        unchanged: 0,
        removed: 0,
      });
    });
  });

  describe('generation', () => {
    it('changes with every change of the news by any process, and with nothing else', async () => {
      const { news } = await context.openAgain();
      const seen = new Set([await news.generation()]);
      for (const title of ['Gold', 'Silver']) {
        await add(item('a', title));
        expect(seen).not.toContain(await news.generation());
        seen.add(await news.generation());
      }
      await add(item('a', 'Silver'));
      await context.store.news.candidates({ terms: any('silver'), phrases: [], limit: 1 });
      expect(seen).toContain(await news.generation());
    });

    it('keeps no cached frequency from before a change', async () => {
      const { news } = await context.openAgain();
      await add(item('a', 'Gold'));
      expect(await news.frequencies(['gold', 'tin'])).toEqual(new Map([['gold', 1]]));
      await add(item('b', 'Gold and tin'));
      expect(await news.frequencies(['gold', 'tin'])).toEqual(
        new Map([
          ['gold', 2],
          ['tin', 1],
        ]),
      );
    });
  });

  describe('cached reads', () => {
    const query = { terms: any('gold', 'peru') };
    const all = async () => {
      const best = await candidates(query);
      const headlines = await context.store.news.headlinesOf(best);
      return best.map(({ id, terms }) => ({ ...headlines.get(id), terms: fieldsOf(terms) }));
    };
    const shown = (each: NewsItemRecord) => {
      const { body: _, ...headline } = each;
      return { ...headline, terms: unpackTerms(indexItem(each, now).ranking_terms) };
    };

    it('see what another process has added or changed', async () => {
      const { news } = await context.openAgain();
      const [old, peru] = [item('old', 'Gold mine'), item('peru', 'Gold of Peru')];
      await add(old, peru);
      expect(await all()).toEqual([peru, old].map(shown));
      const rush = item('rush', 'Gold rush in Peru', { publication_date: now + 1 });
      const changed = { ...old, title: 'Gold from Peru', description: 'More of it' };
      await news.add([rush, changed].map((each) => indexItem(each, now + 1)));
      const byId = new Map((await all()).map((each) => [each.id, each]));
      expect([...byId.keys()].sort()).toEqual(['old', 'peru', 'rush']);
      expect(byId.get('old')).toEqual(shown(changed));
      await news.add([indexItem({ ...rush, title: 'Tin' }, now + 1)]);
      expect((await all()).map(({ id }) => id).sort()).toEqual(['old', 'peru']);
    });

    it('respect the time limit of each query, in any order', async () => {
      await add(
        ...[10, 20, 30, 40].map((at) => item(`at ${at}`, 'Gold', { publication_date: at })),
      );
      const since = async (time: number) =>
        (await found({ terms: any('gold'), since: time })).length;
      const counts: number[] = [];
      for (const time of [30, 20, 41, 40, 10, 30, 0]) counts.push(await since(time));
      expect(counts).toEqual([2, 3, 0, 1, 4, 2, 4]);
    });

    it('give the same candidates every time', async () => {
      await add(
        item('title', 'Peru', { body: 'gold' }),
        item('text', 'Gold', { body: 'peru' }),
        item('gold', 'Gold'),
        item('none', 'Lima', { body: 'peru' }),
        item('only', 'Peru'),
      );
      const first = await candidates(query);
      expect(first.length).toBeGreaterThanOrEqual(3);
      for (let n = 0; n < 3; n += 1) expect(await candidates(query)).toEqual(first);
    });

    it('are read for ranking by their ids, as candidates are', async () => {
      await add(item('a', 'Gold rises'), item('b', 'Silver falls'), item('c', 'Gold and silver'));
      const selected = await candidates({ terms: any('gold') });
      const expected = selected.map(({ id, order_at, sequence, terms }) => {
        return { id, order_at, sequence, terms: fieldsOf(terms) };
      });
      const read = await context.store.news.rankable(['c', 'unknown', 'a']);
      const found = read.map((each) => ({ ...each, terms: fieldsOf(each.terms) }));
      expect(found.toSorted((x, y) => (x.id < y.id ? -1 : 1))).toEqual(
        expected.toSorted((x, y) => (x.id < y.id ? -1 : 1)),
      );
      expect(found.map(({ id }) => id).sort()).toEqual(['a', 'c']);
      expect(await context.store.news.rankable([])).toEqual([]);
    });

    it('return headlines without bodies, and none for unknown ids', async () => {
      const gold = item('a', 'Gold', { body: 'Mine', description: 'Peru', source: 'S', url: 'u:' });
      await add(gold);
      const { body: _, ...headline } = gold;
      for (let n = 0; n < 2; n += 1) {
        expect(await context.store.news.headlines(['a', 'b'])).toEqual(new Map([['a', headline]]));
      }
    });
  });

  describe('frequencies', () => {
    it('counts items, not occurrences, in title and text', async () => {
      await add(
        item('a', 'Gold gold', { body: 'gold' }),
        item('b', 'Tin', { body: 'gold 5.93 日本' }),
      );
      expect(
        await context.store.news.frequencies(['gold', 'tin', 'oil', '5.93', '日本', 'gold']),
      ).toEqual(
        new Map([
          ['gold', 2],
          ['tin', 1],
          ['5.93', 1],
          ['日本', 1],
        ]),
      );
    });
  });

  describe('candidates', () => {
    it('finds items with any term: more terms before fewer, the title before the text', async () => {
      await add(
        item('title', 'Gold', { body: 'peru' }),
        item('text', 'Peru', { body: 'gold' }),
        item('both', 'Gold and tin', { body: 'peru' }),
        item('none', 'Oil'),
      );
      expect(await found({ terms: any('gold', 'tin') })).toEqual(['both', 'title', 'text']);
    });

    it('requires each phrase; terms only order what the phrases find', async () => {
      await add(item('a', 'key rate'), item('b', 'rate of the key'), item('c', 'key rate in Peru'));
      expect((await found({ phrases: [['kei', 'rate']] })).sort()).toEqual(['a', 'c']);
      expect(await found({ terms: any('peru'), phrases: [['kei', 'rate']] })).toEqual(['c', 'a']);
      expect(
        await found({
          phrases: [
            ['kei', 'rate'],
            ['in', 'peru'],
          ],
        }),
      ).toEqual(['c']);
    });

    it('looks only at a period, both times included', async () => {
      await add(
        ...[10, 20, 30].map((time) => item(`${time}`, 'Gold key rate', { publication_date: time })),
      );
      for (const query of [{ terms: any('gold') }, { phrases: [['kei', 'rate']] }]) {
        // The first search fills caches, which must not limit the others.
        expect((await found({ ...query, since: 20 })).sort()).toEqual(['20', '30']);
        expect((await found({ ...query, until: 20 })).sort()).toEqual(['10', '20']);
        expect(await found({ ...query, since: 11, until: 29 })).toEqual(['20']);
        expect(await found({ ...query, since: 11, until: 19 })).toEqual([]);
        expect(await found({ ...query, until: 20, newest: 1 })).toEqual(['20']);
        expect((await found(query)).sort()).toEqual(['10', '20', '30']);
      }
    });

    it('looks only at the newest matches', async () => {
      await add(
        item('old', 'Gold gold gold', { publication_date: 10 }),
        item('new', 'Gold in the news today', { publication_date: 20 }),
        item('other', 'Tin', { publication_date: 30 }),
      );
      expect((await found({ terms: any('gold') })).sort()).toEqual(['new', 'old']);
      expect(await found({ terms: any('gold'), newest: 1 })).toEqual(['new']);
      expect((await found({ terms: any('gold'), newest: 5 })).sort()).toEqual(['new', 'old']);
      const newest = await found({ terms: any('gold', 'tin'), newest: 2 });
      expect(newest.sort()).toEqual(['new', 'other']);
    });

    it('returns at most the limit, with time, relevance and ranking terms', async () => {
      const gold = item('a', 'Gold', { publication_date: 10 });
      await add(gold, item('b', 'x', { body: 'gold' }), item('c', 'x'));
      const [best, ...others] = await candidates({ terms: any('gold'), limit: 1 });
      expect(others).toEqual([]);
      expect(best?.order_at).toBe(10);
      expect(best?.relevance).toBeGreaterThan(0);
      expect(best && fieldsOf(best.terms)).toEqual(unpackTerms(indexItem(gold, now).ranking_terms));
    });

    it('requires a phrase within one field, and within the newest items that have its words', async () => {
      await add(
        item('split', 'Key', { body: 'rate', publication_date: 40 }),
        item('old', 'The key rate', { publication_date: 10 }),
        item('new', 'Rates', { body: 'A key rate, in Peru', publication_date: 20 }),
        item('apart', 'Rates, keyed', { publication_date: 30 }),
      );
      const phrases = [['kei', 'rate']];
      expect((await found({ phrases })).sort()).toEqual(['new', 'old']);
      expect(await found({ phrases, newest: 2 })).toEqual([]);
      expect(await found({ phrases, newest: 3 })).toEqual(['new']);
      expect(await found({ phrases, since: 20 })).toEqual(['new']);
      expect(await found({ phrases, limit: 1 })).toEqual(['new']);
      expect(await found({ phrases: [['kei', 'unheard']] })).toEqual([]);
    });

    it('adds up the weights of the terms and of those in the title', async () => {
      await add(
        item('text', 'x', { body: 'zinc' }),
        item('title', 'Copper copper', { body: 'copper' }),
        item('both', 'Copper', { body: 'zinc' }),
      );
      const terms = [
        { term: 'copper', weight: 20, titleWeight: 15 },
        { term: 'zinc', weight: 40, titleWeight: 30 },
      ];
      const relevances = (await candidates({ terms })).map(({ id, relevance }) => [id, relevance]);
      expect(relevances).toEqual([
        ['both', 75],
        ['text', 40],
        ['title', 35],
      ]);
    });

    it('puts the newest of equally relevant items first, then orders by id', async () => {
      const ids = ['d', 'b', 'newer', 'a', 'c'];
      for (const id of ids) {
        await add(item(id, 'Gold', { publication_date: id === 'newer' ? now : now - 1 }));
      }
      for (const limit of [1, 2, 3, 4, 5]) {
        expect(await found({ terms: any('gold'), limit })).toEqual(
          ['newer', 'a', 'b', 'c', 'd'].slice(0, limit),
        );
      }
    });

    it('looks at all items of the millisecond that the newest reach back to', async () => {
      await add(
        ...['b', 'a', 'c'].map((id) => item(id, 'Gold', { publication_date: now - 1 })),
        item('new', 'Gold'),
        item('old', 'Gold', { publication_date: now - 2 }),
      );
      expect(await found({ terms: any('gold'), newest: 2 })).toEqual(['new', 'a', 'b', 'c']);
    });

    it('accepts any text as a term', async () => {
      await add(item('a', 'Gold'));
      for (const term of ['"', '""', "'", '*', 'AND', 'gold" OR "gold', 'a:b', '^', '\0', '']) {
        await expect(found({ terms: any(term) })).resolves.toEqual(expect.any(Array));
      }
      expect(await found({})).toEqual([]);
      expect(await found({ phrases: [[]] })).toEqual([]);
    });
  });
});
