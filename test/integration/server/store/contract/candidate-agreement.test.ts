import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../../../src/node/log.ts';
import { monitorTerms } from '../../../../../src/server/domain/monitors/monitor-rule.ts';
import { Matcher } from '../../../../../src/server/matching/matcher.ts';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import { searchNews, searchRelevant } from '../../../../../src/server/search/search.ts';
import { openPostgresStore } from '../../../../../src/server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../../../src/server/store/sqlite/sqlite-store.ts';
import type { NewsItemRecord, Store } from '../../../../../src/server/store/store.ts';
import sample from '../../../../../src/server/testing/sample/news.json' with { type: 'json' };
import { acquireStoreDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { randomFrom } from '../../../../helpers/random.ts';
import { aMonitor } from './records.ts';

const hour = 60 * 60 * 1000;
const now = Date.UTC(2026, 0, 1);
const random = randomFrom(7);
const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};
const several = (count: number, words: readonly string[]) =>
  Array.from({ length: count }, () => pick(words)).join(' ');

const wordsOf = (text: string) => text.split(/\s+/).map((word) => word.replaceAll('"', ''));
const vocabulary = sample.flatMap(({ title, description }) => wordsOf(`${title} ${description}`));

const bundled: NewsItemRecord[] = sample.map(({ hours_ago, body, ...item }) => ({
  ...item,
  body: body ?? null,
  publication_date: now - hours_ago * hour,
}));

/** Short items of few words in few moments, so that many are equal in relevance and time. */
const invented: NewsItemRecord[] = Array.from({ length: 1_500 }, (_, at) => ({
  id: `invented-${(at * 7919) % 1_500}`,
  title: several(3, ['gold', 'tin', 'mine', 'price', 'Peru', 'strike', pick(vocabulary)]),
  description: several(5, ['copper', 'gold', 'export', 'the', pick(vocabulary)]),
  url: null,
  source: null,
  publication_date: at % 40 === 0 ? null : now - (at % 17) * hour,
  body: null,
}));

function randomQuery(at: number): string {
  const words = wordsOf(pick(sample).title);
  const kinds = [
    () => pick(words),
    () => words.join(' '),
    () => `Tell me when ${several(4, vocabulary)}`,
    () => several(2, ['gold', 'tin', 'mine', 'price', 'copper', 'the']),
    () => `"${words.slice(0, 2).join(' ')}" ${pick(vocabulary)}`,
    () => `"${several(2, ['gold', 'tin', 'mine'])}" price`,
  ];
  return kinds[at % kinds.length]?.() ?? '';
}
const queries = Array.from({ length: 200 }, (_, at) => randomQuery(at));

describe.skipIf(!postgres)(`candidates in SQLite and ${onPostgres}`, () => {
  let stores: Store[] = [];
  let releaseDatabase = () => {};

  beforeAll(async () => {
    const { address, release } = await acquireStoreDatabase();
    releaseDatabase = release;
    const { store } = await openPostgresStore(address);
    stores = [openSqliteStore(':memory:'), store];
    const items = [...bundled, ...invented].map((item) => indexItem(item, now));
    for (const [at, { news }] of stores.entries()) {
      await news.add(at === 0 ? items : items.toReversed());
    }
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    releaseDatabase();
  });

  it('are the same for 200 queries, in the same order', async () => {
    let found = 0;
    for (const [at, query] of queries.entries()) {
      const since = at % 5 === 0 ? now - 90 * hour : undefined;
      const until = at % 3 === 0 ? now - 9 * hour : undefined;
      const search = { query, limit: 100, now, since, until };
      const [inSqlite, inPostgres] = await Promise.all(
        stores.map(({ news }) => searchNews(news, search)),
      );
      expect(inPostgres, query).toEqual(inSqlite);
      found += inSqlite?.length ?? 0;
    }
    expect(found).toBeGreaterThan(5_000);
  });

  it('are the same for 200 prompts', async () => {
    for (const query of queries) {
      const [inSqlite, inPostgres] = await Promise.all(
        stores.map(async ({ news }) =>
          // Each store numbers its items itself.
          (await searchRelevant(news, { query, limit: 100, now })).map(({ place, ...item }) => ({
            ...item,
            order_at: place.order_at,
          })),
        ),
      );
      expect(inPostgres, query).toEqual(inSqlite);
    }
  });

  it('match the same monitors with the same strength, in the same order', async () => {
    const prompts = queries.slice(0, 40);
    const arriving = [...bundled, ...invented].map((item) =>
      indexItem({ ...item, id: `new ${item.id}` }, now),
    );
    let found = 0;
    const waiting = await Promise.all(
      stores.map(async (store) => {
        for (const [at, prompt] of prompts.entries()) {
          const monitor = aMonitor(`m${at}`, { prompt, sources: [] });
          await store.monitors.create(monitor, { terms: monitorTerms(prompt) });
        }
        await store.news.add(arriving);
        await new Matcher(store, silentLog).match();
        const all = await Promise.all(prompts.map((_, at) => store.matches.waiting(`m${at}`)));
        for (const { matches } of all) found += matches.length;
        return all;
      }),
    );
    expect(waiting[1]).toEqual(waiting[0]);
    expect(found).toBeGreaterThan(100);
  });

  it('are the same among the newest matches', async () => {
    for (const newest of [1, 2, 50, 100, 700]) {
      const weights = { weight: 100, titleWeight: 80 };
      const terms = ['gold', 'tin', 'copper'].map((term) => ({ term, ...weights }));
      for (const phrases of [[], [['gold', 'mine']]]) {
        const [inSqlite, inPostgres] = await Promise.all(
          stores.map(({ news }) => news.candidates({ terms, phrases, newest, limit: 30 })),
        );
        const shown = (found: typeof inSqlite) =>
          found?.map(({ id, relevance, order_at }) => [id, relevance, order_at]);
        expect(shown(inPostgres)).toEqual(shown(inSqlite));
      }
    }
  });
});
