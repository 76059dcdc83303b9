import { afterEach, describe, expect, it, vi } from 'vitest';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import { fieldsOf, unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import { openTemporaryStore } from '../../../../../src/server/store/open-store.ts';
import { Database } from '../../../../../src/storage/database.ts';
import { randomFrom } from '../../../../helpers/random.ts';

const item = (id: string, title: string) =>
  indexItem(
    { id, title, description: '', url: null, source: null, publication_date: 0, body: null },
    0,
  );
const terms = ['otter', 'seal', 'river', 'lake'].map((term) => ({
  term,
  weight: 2,
  titleWeight: 1,
}));

describe('the candidates of a query with phrases', () => {
  const store = openTemporaryStore();
  afterEach(() => vi.restoreAllMocks());

  async function find(phrases: string[][]) {
    await store.news.add([
      item('a', 'sea otter river'),
      item('b', 'otter sea'),
      item('c', 'river'),
    ]);
    const statements: string[] = [];
    const get = Database.prototype.get;
    vi.spyOn(Database.prototype, 'get').mockImplementation(function (
      this: Database,
      sql: string,
      ...values
    ) {
      if (sql.includes('MATCH')) statements.push(String(values[0]));
      return get.call(this, sql, ...values);
    });
    const found = await store.news.candidates({ terms, phrases, limit: 10 });
    return { found, statements };
  }

  it('match the phrases once, not once for each term', async () => {
    const { found, statements } = await find([['sea', 'otter']]);
    expect(found.map(({ id, relevance }) => [id, relevance])).toEqual([['a', 6]]);
    expect(statements.filter((each) => each.includes('"sea otter"'))).toHaveLength(1);
  });

  it('are not looked for further if no item has the phrases', async () => {
    const { found, statements } = await find([['otter', 'lake']]);
    expect(found).toEqual([]);
    expect(statements).toHaveLength(1);
  });
});

describe('the candidates of a query', () => {
  const store = openTemporaryStore();
  afterEach(() => vi.restoreAllMocks());

  const find = () => store.news.candidates({ terms, phrases: [], limit: 10 });
  const termsOf = (title: string) => unpackTerms(item('a', title).ranking_terms);

  it('are the first of all matches, however few are wanted', async () => {
    const next = randomFrom(5);
    const weighted = ['lynx', 'wolf', 'bear', 'hare'].map((term, at) => {
      return { term, weight: [90, 50, 20, 19][at] ?? 0, titleWeight: at };
    });
    const words = () =>
      weighted.flatMap(({ term }, at) => (next() < 0.15 * (at + 1) ? [term] : [])).join(' ');
    const items = Array.from({ length: 300 }, (_, at) => ({
      ...item(`${at}`, ''),
      terms: { title: next() < 0.5 ? words() : '', text: words() },
    }));
    await store.news.add(items);
    const find = (limit: number) => store.news.candidates({ terms: weighted, phrases: [], limit });
    const all = await find(1000);
    expect(all.length).toBeGreaterThan(200);
    for (const limit of [1, 2, 5, 40, 60, 150]) {
      expect(await find(limit)).toEqual(all.slice(0, limit));
    }
  });

  it('are read once until the news changes', async () => {
    await store.news.add([item('a', 'otter'), item('b', 'seal')]);
    const before = await find();
    const all = vi.spyOn(Database.prototype, 'all');
    expect(await find()).toEqual(before);
    expect(all).not.toHaveBeenCalled();
    await store.news.add([item('a', 'otter pup')]);
    const [changed] = await find();
    expect(changed?.id).toBe('a');
    expect(changed && fieldsOf(changed.terms)).toEqual(termsOf('otter pup'));
    await store.news.delete(['a']);
    expect((await find()).map(({ id }) => id)).toEqual(['b']);
  });
});
