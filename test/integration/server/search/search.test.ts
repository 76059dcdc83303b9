import { beforeAll, describe, expect, it } from 'vitest';
import { Turns } from '../../../../src/node/turns.ts';
import { WorkSlices } from '../../../../src/node/work-slices.ts';
import { indexItem } from '../../../../src/server/search/index/index-item.ts';
import { termSpan } from '../../../../src/server/search/index/ranking-terms.ts';
import {
  matchRelevance,
  searchNews,
  searchRelevant,
} from '../../../../src/server/search/search.ts';
import { openTemporaryStore } from '../../../../src/server/store/open-store.ts';
import type { NewsQuery, NewsStore } from '../../../../src/server/store/store.ts';
import { closing } from '../../../helpers/closing.ts';
import { openTestStore } from '../../../helpers/test-store.ts';

const hour = 60 * 60 * 1000;
const now = 1_700_000_000_000;

function indexed(id: string, title: string, age = 0) {
  const item = { id, title, description: '', url: null, source: null, body: null };
  return indexItem({ ...item, publication_date: now - age * hour }, now);
}

async function storeOf(items: [id: string, title: string, ageHours?: number][]) {
  const { news: store } = await openTestStore();
  await store.add(items.map((item) => indexed(...item)));
  return store;
}

describe('searchNews', () => {
  let store: NewsStore;
  beforeAll(async () => {
    store = await storeOf([
      ['cocoa', 'Cocoa exporters cut quotas', 1],
      ['coffee', 'Coffee exporters raise quotas', 30],
      ['bank', 'Bank of England holds rates', 50],
      ['shore', 'England: a bank holiday at the shore', 50],
      ['chips', '半導体の輸出を規制', 2],
      ['thai', 'ราคาน้ำมันในประเทศไทย', 2],
      ['mail', 'E-mail outage at O’Neill & Co.', 2],
      ['us', 'U.S. stocks rise 5.93 points to 1,750', 2],
    ]);
  });
  const found = async (
    query: string,
    more: { since?: number; until?: number; limit?: number } = {},
  ) => (await searchNews(store, { query, limit: 10, now, ...more })).map(({ item }) => item.id);

  it('finds items with any of the terms, those with more terms first', async () => {
    expect(await found('exporters of cocoa')).toEqual(['cocoa', 'coffee']);
  });

  it('finds items for a whole sentence', async () => {
    expect((await found('Tell me when cocoa quotas change'))[0]).toBe('cocoa');
  });

  it('finds items by a synonym', async () => {
    expect(await found('shipments of cacao')).toContain('cocoa');
  });

  it('matches a quoted phrase exactly', async () => {
    expect(await found('"Bank of England"')).toEqual(['bank']);
    expect(await found('"England bank" rates')).toEqual([]);
    expect(await found('"of England" cocoa')).toEqual(['bank']);
  });

  it('finds only items of a period, both times included', async () => {
    const coffee = now - 30 * hour;
    expect(await found('exporters', { since: now - 24 * hour })).toEqual(['cocoa']);
    expect(await found('exporters', { since: coffee })).toEqual(['cocoa', 'coffee']);
    expect(await found('exporters', { since: coffee + 1 })).toEqual(['cocoa']);
    for (const query of ['exporters', '"coffee exporters"']) {
      expect(await found(query, { until: coffee })).toEqual(['coffee']);
      expect(await found(query, { until: coffee - 1 })).toEqual([]);
      expect(await found(query, { since: coffee, until: coffee })).toEqual(['coffee']);
    }
  });

  it('returns only the best items up to the limit', async () => {
    expect(await found('cocoa exporters', { limit: 1 })).toEqual(['cocoa']);
  });

  it.each([
    ['半導体', 'chips'],
    ['輸出', 'chips'],
    ['น้ำมัน', 'thai'],
    ['email', 'mail'],
    ['ONEILL', 'mail'],
    ['US', 'us'],
    ['5.93', 'us'],
    ['1750', 'us'],
  ])('finds %s', async (query, id) => {
    expect(await found(query)).toEqual([id]);
  });

  it('searches for stop words if a query has no other words', async () => {
    expect(await found('of the')).toContain('bank');
  });
});

describe('searchNews accepts any text', () => {
  let store: NewsStore;
  beforeAll(async () => {
    store = await storeOf([['cocoa', 'Cocoa quotas']]);
  });
  const found = async (query: string) =>
    (await searchNews(store, { query, limit: 10, now })).map(({ item }) => item.id);

  it.each([
    '"cocoa',
    '"cocoa" AND "',
    'cocoa*',
    'cocoa AND',
    'NOT cocoa',
    '-cocoa',
    'cocoa -quotas',
    'NEAR(cocoa quotas)',
    'NEAR(cocoa, 5',
    'title:cocoa',
    'title : cocoa',
    '^cocoa',
    '{title text}: cocoa',
    'cocoa + quotas',
    "cocoa'; DROP TABLE news; --",
    'cocoa)',
    '🍫 cocoa',
    'cocoa\0quotas',
    'cocoa \ud800',
  ])('finds items for %j', async (query) => {
    expect(await found(query)).toEqual(['cocoa']);
  });

  it.each([
    '',
    ' \t\n\u2028\u200b',
    '"',
    '""',
    '*',
    'AND',
    'OR OR',
    '(((((',
    '\\',
    '%_',
    '🍫',
    '\0',
    '\udfff\ud800',
    'какао',
    'كاكاو',
    'कोको',
    '可可',
    'โกโก้',
  ])('finds nothing for %j', async (query) => {
    expect(await found(query)).toEqual([]);
  });

  it.each([
    ['one word', 'x'.repeat(10_000), []],
    ['one repeated word', 'cocoa '.repeat(1_700), ['cocoa']],
    ['quotes', '"'.repeat(10_000), []],
    ['phrases', '"a" '.repeat(2_500), []],
    ['Han characters', '可'.repeat(10_000), []],
    ['words', Array.from({ length: 2_000 }, (_, at) => `w${at}`).join(' '), []],
    ['periods and hyphens', '.-'.repeat(5_000), []],
    ['hyphenated letters', 'a-'.repeat(5_000), []],
    ['apostrophes', "a'".repeat(5_000), []],
    ['initials', 'a.'.repeat(5_000), []],
    ['numbers', '1,000.5'.repeat(1_400), []],
    ['emoji', '🍫'.repeat(5_000), []],
  ])('accepts 10,000 characters of %s', async (_name, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });
});

describe('matchRelevance', () => {
  it('has items that are not among the best 1,000', async () => {
    const better = Array.from({ length: 1_001 }, (_, n): [string, string] => [
      `better${n}`,
      'Copper, copper and copper',
    ]);
    const store = await storeOf([['match', 'Copper and other metals fell in May', 9], ...better]);
    const relevance = await matchRelevance(store, { query: 'copper', now }, ['match', 'unknown']);
    expect([...relevance.keys()]).toEqual(['match']);
    expect(relevance.get('match')).toBeGreaterThan(0.1);
  });

  it('is empty if the prompt has no word, or none that occurs in the news', async () => {
    const store = await storeOf([['match', 'Copper']]);
    for (const query of ['', 'zinc']) {
      expect(await matchRelevance(store, { query, now }, ['match'])).toEqual(new Map());
    }
  });

  it('does not depend on the order in which the store returns items', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => `item${n}`);
    const store = await storeOf(
      ids.map((id, n) => [id, n < 6 ? 'Copper and zinc' : 'Copper and tin']),
    );
    const reversed = {
      frequencies: (terms: readonly string[]) => store.frequencies(terms),
      totals: () => store.totals(),
      rankable: async (ids: readonly string[]) => (await store.rankable(ids)).reverse(),
    };
    const relevance = (each: typeof reversed) =>
      matchRelevance(each, { query: 'copper', now }, ids);
    expect(await relevance(reversed)).toEqual(await relevance(store));
  });
});

describe('searchNews in a large store', () => {
  /** A store that records its queries, and finds a number of items. */
  function recordingStore(frequencies: [string, number][], found = 0) {
    const queries: NewsQuery[] = [];
    const store: NewsStore = {
      add: async () => ({ added: 0, updated: 0, unchanged: 0, removed: 0 }),
      get: async () => undefined,
      delete: async () => 0,
      oldest: async () => [],
      arrivals: async () => [],
      lastArrival: async () => 0,
      latest: async () => [],
      count: async () => 1_000_000,
      totals: async () => ({ items: 1_000_000, titleTerms: 1, textTerms: 1 }),
      frequencies: async (terms) => new Map(frequencies.filter(([term]) => terms.includes(term))),
      candidates: async (query) => {
        queries.push(query);
        const terms = termSpan(indexed('any', 'Copper').ranking_terms);
        return Array.from({ length: found }, (_, index) => {
          return { id: `item${index}`, order_at: now, terms, sequence: 1, relevance: 1 };
        });
      },
      generation: async () => 0,
      rankable: async () => [],
      bodies: async () => new Map(),
      headlines: async () => new Map(),
      headlinesOf: async () => new Map(),
    };
    return { store, queries };
  }

  it('finds candidates by the rarest terms', async () => {
    const { store, queries } = recordingStore([
      ['zambia', 400],
      ['tin', 8_000],
      ['copper', 38_000],
      ['world', 90_000],
    ]);
    await searchNews(store, { query: 'world copper tin Zambia', limit: 10, now });
    expect(queries[0]?.terms.map(({ term }) => term)).toEqual(['zambia', 'tin']);
    expect(queries[0]?.newest).toBeUndefined();
  });

  it('searches only the newest items if even the rarest term is common', async () => {
    const { store, queries } = recordingStore([
      ['copper', 50_000],
      ['world', 90_000],
    ]);
    await searchNews(store, { query: 'world copper', limit: 10, now });
    expect(queries[0]?.terms.map(({ term }) => term)).toEqual(['copper']);
    expect(queries[0]?.newest).toBe(5_000);
  });

  it('uses all terms if the rarest ones find too few items in the period', async () => {
    const { store, queries } = recordingStore([
      ['copper', 22_000],
      ['wheat', 25_000],
    ]);
    await searchNews(store, { query: 'copper wheat', limit: 10, since: now - 24 * hour, now });
    expect(queries.map(({ terms }) => terms.length)).toEqual([1, 2]);
    expect(queries[1]).toMatchObject({ newest: 5_000, since: now - 24 * hour });
  });

  it('searches by the same terms for every limit, so that a larger one only adds items', async () => {
    const frequencies: [string, number][] = [
      ['copper', 22_000],
      ['wheat', 25_000],
    ];
    for (const found of [50, 100]) {
      const { store, queries } = recordingStore(frequencies, found);
      await searchNews(store, { query: 'copper wheat', limit: 100, now });
      const numbers = queries.splice(0).map(({ terms }) => terms.length);
      expect(numbers).toEqual(found < 100 ? [1, 2] : [1]);
      await searchNews(store, { query: 'copper wheat', limit: 2, now });
      expect(queries.map(({ terms }) => terms.length)).toEqual(numbers);
    }
  });

  it('searches only the newest items for a phrase of common words', async () => {
    const { store, queries } = recordingStore([
      ['copper', 50_000],
      ['price', 60_000],
      ['zambia', 400],
    ]);
    await searchNews(store, { query: '"copper prices"', limit: 10, now });
    await searchNews(store, { query: '"Zambia copper"', limit: 10, now });
    expect(queries.map(({ newest }) => newest)).toEqual([20_000, undefined]);
  });
});

describe('a search of many terms that finds many items', () => {
  const terms = Array.from({ length: 60 }, (_, index) => `otter${index}`).join(' ');
  const items = 50;
  let store: NewsStore;
  beforeAll(async () => {
    store = await storeOf(
      Array.from({ length: items }, (_, index) => [`item${index}`, `${terms} ${index}`]),
    );
  });

  /** Counts the steps after which other events are handled, if each takes long. */
  async function stepsOf(search: typeof searchNews, signal?: AbortSignal) {
    let time = 0;
    const work = new WorkSlices({ turns: new Turns(() => (time += 20)), signal });
    let steps = 0;
    const next = work.next.bind(work);
    work.next = async () => {
      steps += 1;
      await next();
    };
    const found = await search(store, { query: terms, limit: items, now, work });
    expect(found).toHaveLength(items);
    return steps;
  }

  it.each([
    ['ranks', searchNews, 9],
    ['compares each item with the prompt', searchRelevant, 9 + items],
  ])('%s in steps', async (_, search, steps) => {
    expect(await stepsOf(search)).toBeGreaterThanOrEqual(steps);
  });

  it('ends between two steps when its client leaves', async () => {
    const signal = AbortSignal.abort(new Error('the client has left'));
    await expect(stepsOf(searchNews, signal)).rejects.toThrow('the client has left');
  });
});

describe('the store', () => {
  it('reads each term in a step in SQLite', async () => {
    const store = closing(openTemporaryStore());
    let steps = 0;
    const work = new WorkSlices();
    work.next = async () => {
      steps += 1;
    };
    const terms = Array.from({ length: 60 }, (_, index) => `otter${index}`);
    await store.news.frequencies(terms, work);
    expect(steps).toBe(60);
    const weighted = terms.map((term) => ({ term, weight: 1, titleWeight: 1 }));
    await store.news.candidates({ terms: weighted, phrases: [], limit: 10 }, work);
    expect(steps).toBeGreaterThanOrEqual(180);
  });
});
