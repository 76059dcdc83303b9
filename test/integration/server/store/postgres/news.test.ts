import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../../../src/server/store/postgres/postgres-store.ts';
import type { IndexedNewsItem, NewsQuery, Store } from '../../../../../src/server/store/store.ts';
import type { AcquiredDatabase } from '../../../../helpers/database-pool.ts';
import { acquireStoreDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { query } from '../../../../helpers/postgres-cluster.ts';

const now = 1_700_000_000_000;

describe.skipIf(!postgres)(`any terms ${onPostgres}`, () => {
  let store: Store;
  let database: AcquiredDatabase;
  beforeEach(async () => {
    database = await acquireStoreDatabase();
    ({ store } = await openPostgresStore(database.address, { connections: 2 }));
  });
  afterEach(async () => {
    await store.close();
    database.release();
  });

  function item(id: string, title: string[], text: string[] = []): IndexedNewsItem {
    return {
      id,
      title: title.join(' '),
      description: '',
      url: null,
      source: null,
      publication_date: now,
      body: text.join(' '),
      order_at: now,
      terms: { title: title.join(' '), text: text.join(' ') },
      ranking_terms: new Uint8Array(4),
    };
  }

  const found = async (query: Partial<NewsQuery>) => {
    const candidates = await store.news.candidates({ terms: [], phrases: [], limit: 10, ...query });
    return candidates.map(({ id }) => id);
  };
  const any = (...terms: string[]) => terms.map((term) => ({ term, weight: 100, titleWeight: 80 }));

  it.each([
    ['an apostrophe', "o'neill"],
    ['quotes', '"quoted"'],
    ['a backslash', 'back\\slash'],
    ['a colon', 'a:b'],
    ['operators', 'a&!b|c'],
    ['wildcards', '%_'],
    ['an array', '{a,b}'],
    ['NULL', 'NULL'],
    ['a line break', 'line\nbreak'],
    ['a NUL', 'nul\0'],
    ['half a character', 'half\ud800'],
    ['Han characters', '日本'],
    ['an emoji', '🚀'],
    ['5,000 letters', 'x'.repeat(5_000)],
    ['3,000 Han characters', '語'.repeat(3_000)],
    ['an emoji cut in two', `x${'🚀'.repeat(600)}`],
  ])(
    'finds a term with %s by itself, in a phrase, and no longer once it is gone',
    async (_name, term) => {
      await store.news.add([item('a', ['before', term, 'after']), item('b', ['other'])]);
      expect(await found({ terms: any(term) })).toEqual(['a']);
      expect(await found({ phrases: [['before', term]] })).toEqual(['a']);
      expect(await found({ phrases: [[term, 'before']] })).toEqual([]);
      expect(await store.news.frequencies([term])).toEqual(new Map([[term, 1]]));
      await store.news.add([item('a', ['before', 'after'])]);
      expect(await found({ terms: any(term) })).toEqual([]);
      expect(await store.news.frequencies([term, 'before'])).toEqual(new Map([['before', 1]]));
    },
  );

  it('indexes the whole of a text of four megabytes', async () => {
    // More than a megabyte of distinct words.
    const word = (at: number) => `w${at % 20_000}`.padEnd(60, 'x');
    const words = Array.from({ length: 66_000 }, (_, at) => word(at));
    await store.news.add([item('long', ['gold'], [...words, 'at', 'the', 'end'])]);
    await store.news.add([item('short', ['gold'], ['end'])]);
    expect(await found({ terms: any(word(19_999)) })).toEqual(['long']);
    expect(await found({ phrases: [[word(65_999), 'at', 'the', 'end']] })).toEqual(['long']);
    expect(await found({ terms: any('gold', 'end') })).toEqual(['long', 'short']);
    expect((await store.news.add([item('long', ['gold'], ['end'])])).updated).toBe(1);
    expect(await store.news.frequencies([word(19_999), 'end'])).toEqual(new Map([['end', 2]]));
  });

  it('replaces a long text although the statistics are those of emptied tables', async () => {
    const words = Array.from({ length: 20_000 }, (_, at) => `w${at}`.padEnd(60, 'x'));
    for (let round = 0; round < 2; round += 1) {
      await store.news.add([item('long', ['gold'], words)]);
      await store.news.delete(['long']);
    }
    await store.news.add([item('short', ['gold'])]);
    await query(database.address, 'ANALYZE');
    await store.news.add([item('long', ['gold'], words)]);
    // Without its indexes, it takes longer than a statement may.
    expect((await store.news.add([item('long', ['gold'])])).updated).toBe(1);
  });
});
