import { describe, expect, it } from 'vitest';
import { indexed } from '../../../../../src/server/search/index/indexed-item.ts';
import type { NewsItemRecord, NewsQuery } from '../../../../../src/server/store/store.ts';
import { describeStores } from './store-under-test.ts';

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

describeStores('the news', (under) => {
  const add = (...items: NewsItemRecord[]) =>
    under.store.news.add(items.map((each) => indexed(each, now)));
  const candidates = (query: Partial<NewsQuery>) =>
    under.store.news.candidates({ anyOf: [], phrases: [], limit: 10, ...query });
  const found = async (query: Partial<NewsQuery>) => {
    const keys = (await candidates(query)).map(({ key }) => key);
    const items = await under.store.news.items(keys);
    return keys.map((key) => items.get(key)?.id);
  };
  const latest = async (limit = 10) => (await under.store.news.latest(limit)).map(({ id }) => id);

  describe('add', () => {
    it('keeps every field', async () => {
      const full = item('a', 'Gold', {
        description: 'Peru',
        url: 'https://a.example/',
        source: 'A',
        publication_date: 5,
        body: 'Find “of” 金 \u{1f680}\n',
      });
      expect(await add(full)).toEqual({ added: 1, updated: 0, unchanged: 0 });
      expect(await under.store.news.get('a')).toEqual(full);
      expect(await under.store.news.get('b')).toBeUndefined();
    });

    it('knows again an item whose text no database keeps', async () => {
      const odd = item('a', 'Gold\0 \ud800 find');
      await add(odd);
      expect((await under.store.news.get('a'))?.title).toBe('Gold\ufffd \ufffd find');
      expect((await add(odd)).unchanged).toBe(1);
    });

    it('leaves a known item alone', async () => {
      await add(item('a', 'Gold'), item('b', 'Tin'));
      expect(await add(item('a', 'Gold'), item('c', 'Oil'))).toEqual({
        added: 1,
        updated: 0,
        unchanged: 1,
      });
      expect(await under.store.news.count()).toBe(3);
      expect(await found({ anyOf: ['gold'] })).toEqual(['a']);
    });

    it('replaces an item that changed, in the index too', async () => {
      await add(item('a', 'Gold'));
      expect(await add(item('a', 'Silver'))).toEqual({ added: 0, updated: 1, unchanged: 0 });
      expect((await under.store.news.get('a'))?.title).toBe('Silver');
      expect(await found({ anyOf: ['gold'] })).toEqual([]);
      expect(await found({ anyOf: ['silver'] })).toEqual(['a']);
      expect(await under.store.news.frequencies(['gold', 'silver'])).toEqual(
        new Map([['silver', 1]]),
      );
      expect(await under.store.news.count()).toBe(1);
    });

    it('takes the last of several with one id', async () => {
      expect(await add(item('a', 'Gold'), item('a', 'Tin'), item('a', 'Tin'))).toEqual({
        added: 1,
        updated: 1,
        unchanged: 1,
      });
      expect((await under.store.news.get('a'))?.title).toBe('Tin');
    });

    it('takes the last of several with one id, be it the oldest', async () => {
      await add(
        item('a', 'Gold', { publication_date: 20 }),
        item('b', 'Oil', { publication_date: 15 }),
        item('a', 'Tin', { publication_date: 10 }),
      );
      expect(await latest()).toEqual(['b', 'a']);
      expect((await under.store.news.get('a'))?.title).toBe('Tin');
    });

    it('moves an item whose date changed', async () => {
      await add(
        item('a', 'Gold', { publication_date: 10 }),
        item('b', 'Tin', { publication_date: 20 }),
      );
      await add(item('a', 'Gold', { publication_date: 30 }));
      expect(await latest()).toEqual(['a', 'b']);
      expect(await found({ anyOf: ['gold'], since: 30 })).toEqual(['a']);
    });

    it('leaves an undated item at the time at which it came', async () => {
      const undated = item('a', 'Gold', { publication_date: null });
      await under.store.news.add([indexed(undated, 10)]);
      await under.store.news.add([indexed({ ...undated, title: 'Gold again' }, 99)]);
      expect(await found({ anyOf: ['gold'], since: 50 })).toEqual([]);
      expect(await found({ anyOf: ['gold'], since: 10 })).toEqual(['a']);
    });

    it('writes nothing when one item fails', async () => {
      const broken = { ...indexed(item('b', 'Tin'), now), title: undefined as unknown as string };
      await expect(
        under.store.news.add([indexed(item('a', 'Gold'), now), broken]),
      ).rejects.toThrow();
      expect(await under.store.news.count()).toBe(0);
      expect(await found({ anyOf: ['gold'] })).toEqual([]);
    });

    it('keeps more items of one millisecond than it has places', async () => {
      const many = Array.from({ length: 1001 }, (_, at) => item(`i${at}`, `Gold ${at}`));
      await add(...many.slice(0, 600));
      expect(await add(...many)).toEqual({ added: 401, updated: 0, unchanged: 600 });
      await add(item('later', 'Gold', { publication_date: now - 1 }));
      expect(await under.store.news.count()).toBe(1002);
      expect(new Set(await found({ anyOf: ['gold'], since: now, limit: 2000 })).size).toBe(1001);
      expect(await latest(1)).toEqual(['i1000']);
    });

    it('takes times before 1970, and any number for a time', async () => {
      await add(
        item('old', 'Gold', { publication_date: -1 }),
        item('older', 'Gold', { publication_date: -1_000_000_000_000 }),
        item('oldest', 'Gold', { publication_date: -8.64e15 }),
        item('epoch', 'Gold', { publication_date: 0 }),
      );
      expect(await latest()).toEqual(['epoch', 'old', 'older', 'oldest']);
      const changed = await add(item('oldest', 'Gold again', { publication_date: -8.64e15 }));
      expect(changed.updated).toBe(1);
      expect(await found({ anyOf: ['gold'], since: 0 })).toEqual(['epoch']);
      expect((await found({ anyOf: ['gold'], since: -1 })).sort()).toEqual(['epoch', 'old']);
    });

    it('adds each item once, whoever brings it', async () => {
      const many = Array.from({ length: 60 }, (_, at) => item(`i${at}`, `Gold ${at % 7}`));
      const items = many.map((each) => indexed(each, now));
      const stores = [under.store, await under.beside(), await under.beside()];
      const counts = await Promise.all(
        stores.flatMap(({ news }) => [
          news.add(items),
          news.add(items.toReversed()),
          news.add(items.slice(20, 40)),
        ]),
      );
      expect(counts.reduce((sum, { added }) => sum + added, 0)).toBe(60);
      expect(counts.reduce((sum, { updated }) => sum + updated, 0)).toBe(0);
      expect(await under.store.news.count()).toBe(60);
      expect(await under.store.news.frequencies(['gold', '3'])).toEqual(
        new Map([
          ['gold', 60],
          ['3', 9],
        ]),
      );
      expect(new Set(await found({ anyOf: ['gold'], limit: 100 })).size).toBe(60);
    });

    it('takes no items', async () => {
      expect(await under.store.news.add([])).toEqual({ added: 0, updated: 0, unchanged: 0 });
    });
  });

  describe('generation', () => {
    it('changes with the news, whoever changes it, and with nothing else', async () => {
      const { news } = await under.beside();
      const seen = new Set([await news.generation()]);
      for (const title of ['Gold', 'Silver']) {
        await add(item('a', title));
        expect(seen).not.toContain(await news.generation());
        seen.add(await news.generation());
      }
      await add(item('a', 'Silver'));
      await under.store.news.candidates({ anyOf: ['silver'], phrases: [], limit: 1 });
      expect(seen).toContain(await news.generation());
    });

    it('leaves no count of a term as it was', async () => {
      const { news } = await under.beside();
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

  describe('what a search has read', () => {
    const asked = { anyOf: ['gold'], besides: ['peru'] };
    const all = async () => {
      const best = await candidates(asked);
      const headlines = await under.store.news.headlines(best.map(({ key }) => key));
      return best.map(({ key, ranking_terms }) => ({
        ...headlines.get(key),
        terms: Buffer.from(ranking_terms ?? []).toString('hex'),
      }));
    };
    const shown = (each: NewsItemRecord) => {
      const { body: _, ...headline } = each;
      return { ...headline, terms: Buffer.from(indexed(each, now).ranking_terms).toString('hex') };
    };

    it('is read again once another process has added to it or changed it', async () => {
      const { news } = await under.beside();
      const [old, peru] = [item('old', 'Gold mine'), item('peru', 'Gold of Peru')];
      await add(old, peru);
      expect(await all()).toEqual([peru, old].map(shown));
      const rush = item('rush', 'Gold rush in Peru', { publication_date: now + 1 });
      const changed = { ...old, title: 'Gold from Peru', description: 'More of it' };
      await news.add([rush, changed].map((each) => indexed(each, now + 1)));
      const byId = new Map((await all()).map((each) => [each.id, each]));
      expect([...byId.keys()].sort()).toEqual(['old', 'peru', 'rush']);
      expect(byId.get('old')).toEqual(shown(changed));
      await news.add([indexed({ ...rush, title: 'Tin' }, now + 1)]);
      expect((await all()).map(({ id }) => id).sort()).toEqual(['old', 'peru']);
    });

    it('is no more than what was asked for, in whatever order it is asked', async () => {
      await add(
        ...[10, 20, 30, 40].map((at) => item(`at ${at}`, 'Gold', { publication_date: at })),
      );
      const since = async (time: number) => (await found({ anyOf: ['gold'], since: time })).length;
      const counts: number[] = [];
      for (const time of [30, 20, 41, 40, 10, 30, 0]) counts.push(await since(time));
      expect(counts).toEqual([2, 3, 0, 1, 4, 2, 4]);
    });

    it('gives the same however often it is asked', async () => {
      await add(
        item('title', 'Peru', { body: 'gold' }),
        item('text', 'Gold', { body: 'peru' }),
        item('gold', 'Gold'),
        item('none', 'Lima', { body: 'peru' }),
        item('only', 'Peru'),
      );
      const first = await candidates(asked);
      expect(first.length).toBeGreaterThanOrEqual(3);
      for (let n = 0; n < 3; n += 1) expect(await candidates(asked)).toEqual(first);
    });

    it('is shown without bodies, and not where the item is gone', async () => {
      const gold = item('a', 'Gold', { body: 'Mine', description: 'Peru', source: 'S', url: 'u:' });
      await add(gold);
      const [best] = await candidates({ anyOf: ['gold'] });
      const { body: _, ...headline } = gold;
      for (let n = 0; n < 2; n += 1) {
        expect(await under.store.news.headlines([best?.key ?? 0, 123])).toEqual(
          new Map([[best?.key, headline]]),
        );
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
        await under.store.news.frequencies(['gold', 'tin', 'oil', '5.93', '日本', 'gold']),
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
    it('finds by any term, the more the better, and the title before the text', async () => {
      await add(
        item('title', 'Gold', { body: 'peru' }),
        item('text', 'Peru', { body: 'gold' }),
        item('both', 'Gold and tin', { body: 'peru' }),
        item('none', 'Oil'),
      );
      expect(await found({ anyOf: ['gold', 'tin'] })).toEqual(['both', 'title', 'text']);
    });

    it('demands each phrase, and lets the terms only order', async () => {
      await add(item('a', 'key rate'), item('b', 'rate of the key'), item('c', 'key rate in Peru'));
      expect((await found({ phrases: [['kei', 'rate']] })).sort()).toEqual(['a', 'c']);
      expect(await found({ anyOf: ['peru'], phrases: [['kei', 'rate']] })).toEqual(['c', 'a']);
      expect(
        await found({
          phrases: [
            ['kei', 'rate'],
            ['in', 'peru'],
          ],
        }),
      ).toEqual(['c']);
    });

    it('looks no further than the newest matches', async () => {
      await add(
        item('old', 'Gold gold gold', { publication_date: 10 }),
        item('new', 'Gold in the news today', { publication_date: 20 }),
        item('other', 'Tin', { publication_date: 30 }),
      );
      expect((await found({ anyOf: ['gold'] })).sort()).toEqual(['new', 'old']);
      expect(await found({ anyOf: ['gold'], newest: 1 })).toEqual(['new']);
      expect((await found({ anyOf: ['gold'], newest: 5 })).sort()).toEqual(['new', 'old']);
      const newest = await found({ anyOf: ['gold', 'tin'], newest: 2 });
      expect(newest.sort()).toEqual(['new', 'other']);
    });

    it('gives at most the limit, with times, relevance and the terms for the ranking', async () => {
      const gold = item('a', 'Gold', { publication_date: 10 });
      await add(gold, item('b', 'x', { body: 'gold' }), item('c', 'x'));
      const [best, ...others] = await candidates({ anyOf: ['gold'], limit: 1 });
      expect(others).toEqual([]);
      expect(best?.order_at).toBe(10);
      expect(best?.relevance).toBeGreaterThan(0);
      expect(Buffer.from(best?.ranking_terms ?? [])).toEqual(
        Buffer.from(indexed(gold, now).ranking_terms),
      );
      expect(await under.store.news.items([best?.key ?? 0, 123])).toEqual(
        new Map([[best?.key, gold]]),
      );
    });

    it('orders by commoner terms too', async () => {
      await add(
        item('plain', 'x', { body: 'gold' }),
        item('both', 'x', { body: 'gold in peru', publication_date: 10 }),
      );
      const query = { anyOf: ['gold'], besides: ['peru'] };
      expect(await found(query)).toEqual(['both', 'plain']);
    });

    it('demands a phrase within one field, and within the newest matches', async () => {
      await add(
        item('split', 'Key', { body: 'rate', publication_date: 40 }),
        item('old', 'The key rate', { publication_date: 10 }),
        item('new', 'Rates', { body: 'A key rate, in Peru', publication_date: 20 }),
        item('apart', 'Rates, keyed', { publication_date: 30 }),
      );
      const phrases = [['kei', 'rate']];
      expect((await found({ phrases })).sort()).toEqual(['new', 'old']);
      expect(await found({ phrases, newest: 1 })).toEqual(['new']);
      expect(await found({ phrases, since: 20 })).toEqual(['new']);
      expect(await found({ phrases, limit: 1 })).toEqual(['old']);
      expect(await found({ phrases: [['kei', 'unheard']] })).toEqual([]);
    });

    it('holds a rare term worth more than a common one', async () => {
      await add(
        ...Array.from({ length: 20 }, (_, at) => item(`c${at}`, `Copper ${at}`)),
        item('rare', 'Zinc'),
        item('common', 'Copper copper copper'),
      );
      expect((await found({ anyOf: ['copper', 'zinc'] }))[0]).toBe('rare');
    });

    it('takes any text for a term', async () => {
      await add(item('a', 'Gold'));
      for (const term of ['"', '""', "'", '*', 'AND', 'gold" OR "gold', 'a:b', '^', '\0', '']) {
        await expect(found({ anyOf: [term] })).resolves.toEqual(expect.any(Array));
      }
      expect(await found({})).toEqual([]);
      expect(await found({ phrases: [[]] })).toEqual([]);
    });
  });
});
