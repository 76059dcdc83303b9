import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import { correctSpelling } from '../../../../../src/server/search/spelling/correct-spelling.ts';
import { searchCorrected } from '../../../../../src/server/search/spelling/search-corrected.ts';
import { openPostgresStore } from '../../../../../src/server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../../../src/server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../../../src/server/store/store.ts';
import { acquireStoreDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';

const now = Date.UTC(2026, 0, 1);
const titles = [
  'Inflation slows in the euro area',
  'Inflation worries shoppers',
  'A film about inflatable boats',
  'Google appeals its fine',
  'Rally of the goggles makers',
  'Otters return to the river',
  'Инфляция замедлилась',
  'OPEC agrees to cut output',
  'Oil prices once more depend on OPEC',
  'Once upon a time',
  'Once again a record',
  'Once a week is enough',
  'Ministers of Opel and NATO meet, once more',
  'Note: the NATO summit, and a note of thanks',
  'Note on the gnats that fell',
  'Note to readers',
  'Note the date',
  'A copy of the cope stone',
  'Happily they cope with it, and cope again',
  'Die Preise in Österreich steigen nicht mehr und die Löhne werden erhöht',
];

function describeSpelling(open: () => Promise<{ store: Store; release: () => void }>) {
  let store: Store;
  let release: () => void;

  beforeAll(async () => {
    ({ store, release } = await open());
    await store.news.add(
      titles.map((title, at) =>
        indexItem(
          {
            id: `n${at}`,
            title,
            description: '',
            url: null,
            source: null,
            publication_date: now,
            body: null,
          },
          now,
        ),
      ),
    );
  });
  afterAll(async () => {
    await store.close();
    release();
  });

  const search = async (query: string, part = { offset: 0, limit: 5 }) => {
    const options = { query, limit: 5, now };
    const { items, didYouMean } = await searchCorrected(store.news, options, part);
    return { ids: items.map(({ item }) => item.id), didYouMean };
  };

  it.each([
    ['inflaton', 'inflation', 'n0'],
    ['Googel', 'Google', 'n3'],
    ['OTTRES', 'OTTERS', 'n5'],
    ['инфлция', 'инфляция', 'n6'],
    ['Österriech', 'Österreich', `n${titles.length - 1}`],
  ])('corrects %s', async (query, didYouMean, id) => {
    const found = await search(query);
    expect(found.didYouMean).toBe(didYouMean);
    expect(found.ids).toContain(id);
  });

  it.each([
    ['two letters that are swapped to a more frequent word', 'OPCE', 'OPEC'],
    ['two letters that are swapped, also in lower case', 'opce', 'opec'],
    ['a word in capitals to a name in capitals', 'NATE', 'NATO'],
    ['a word in lower case to the most frequent word', 'nate', 'note'],
  ])('prefers %s', async (_, query, didYouMean) => {
    expect((await search(query)).didYouMean).toBe(didYouMean);
  });

  it('corrects only the words that no item has', async () => {
    expect(await search('thier Googel?')).toMatchObject({ didYouMean: 'thier Google?' });
    expect((await search('inflation otter')).didYouMean).toBeUndefined();
  });

  it.each([
    ['Googol fine', ['n3']],
    ['otters raly', ['n5']],
  ])('does not correct %s, which finds items as written', async (query, ids) => {
    expect(await search(query)).toEqual({ ids, didYouMean: undefined });
    expect(await search(query, { offset: 5, limit: 5 })).toEqual({ ids: [] });
  });

  it('corrects every page in the same way', async () => {
    const part = { offset: 1, limit: 1 };
    expect(await search('inflaton', part)).toMatchObject({ didYouMean: 'inflation' });
    expect((await search('inflaton', part)).ids).toHaveLength(1);
  });

  it('shows a word that an item has, not a mere stem', async () => {
    expect((await search('inflatn')).didYouMean).toBe('inflation');
  });

  it('chooses the word that most items have', async () => {
    expect((await search('inflatioo')).didYouMean).toBe('inflation');
  });

  it.each([
    ['words in quotes', '"inflaton"'],
    ['short words', 'fni rvr'],
    ['words at two edits', 'infltn'],
    ['stop words', 'thier'],
    ['long texts', 'inflaton zzzz '.repeat(5)],
  ])('does not correct %s', async (_, query) => {
    expect((await search(query)).didYouMean).toBeUndefined();
  });

  it('reads the frequencies of at most a thousand terms for a word of one language', async () => {
    let read = 0;
    const counting = new Proxy(store.news, {
      get: (news, name) =>
        name === 'frequencies'
          ? (terms: string[]) => {
              read += terms.length;
              return news.frequencies(terms);
            }
          : Reflect.get(news, name).bind(news),
    });
    expect(await correctSpelling(counting, 'qwertzuiop')).toBeUndefined();
    expect(read).toBeLessThan(1000);
  });

  it('finds nothing if no item has the phrase, even with a corrected word', async () => {
    expect(await search('inflaton "no such phrase"')).toEqual({ ids: [], didYouMean: undefined });
  });
}

describe('searchCorrected', () => {
  describeSpelling(async () => ({ store: openSqliteStore(':memory:'), release: () => {} }));
});

describe.skipIf(!postgres)(`searchCorrected ${onPostgres}`, () => {
  describeSpelling(async () => {
    const { address, release } = await acquireStoreDatabase();
    const { store } = await openPostgresStore(address);
    return { store, release };
  });
});
