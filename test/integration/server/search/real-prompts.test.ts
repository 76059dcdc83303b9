import { beforeAll, describe, expect, it } from 'vitest';
import { readNews } from '../../../../src/server/feeds/read-news.ts';
import { indexItem } from '../../../../src/server/search/index/index-item.ts';
import { searchRelevant } from '../../../../src/server/search/search.ts';
import type { NewsStore } from '../../../../src/server/store/store.ts';
import { hasRealNews, reutersPath } from '../../../helpers/real-news.ts';
import { openTestStore } from '../../../helpers/test-store.ts';

const now = Date.UTC(1988, 0, 1);

describe.runIf(hasRealNews)('monitors over real news', () => {
  let store: NewsStore;

  beforeAll(async () => {
    ({ news: store } = await openTestStore());
    const items = [];
    for await (const entry of readNews(reutersPath)) {
      if ('item' in entry) items.push(indexItem(entry.item, now));
    }
    await store.add(items);
  }, 120_000);

  const run = async (query: string) =>
    (await searchRelevant(store, { query, limit: 10, now })).map(
      ({ item }) => `${item.title} ${item.description}`,
    );

  it.each([
    'Tell me about bitcoin exchange hacks',
    'Notify me about COVID vaccine approvals',
    'Tell me when a self-driving car kills a pedestrian',
    'Alert me when a smartphone maker recalls its batteries',
    'Tell me when the European Central Bank changes its key rate',
  ])('is quiet: %s', async (prompt) => {
    expect(await run(prompt)).toEqual([]);
  });

  it.each([
    ['Tell me about strikes at ports', /port|dock|harbour/i],
    ['Tell me about tin and the International Tin Council', /\btin\b/i],
    ['Alert me when Texaco and Pennzoil are in the news', /texaco|pennzoil/i],
    ['Tell me about coffee export quota talks at the International Coffee Organization', /coffee/i],
    ['Tell me when General Motors closes a plant or lays off workers', /general motors|\bGM\b/i],
    ['Alert me to Japanese semiconductor trade sanctions', /japan/i],
  ])('finds ten, all to the point: %s', async (prompt, subject) => {
    const found = await run(prompt);
    expect(found).toHaveLength(10);
    for (const text of found) expect(text).toMatch(subject);
  });
});
