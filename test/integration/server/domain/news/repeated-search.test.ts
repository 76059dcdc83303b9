import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from 'newswatch/server';
import { expect, it, onTestFinished } from 'vitest';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import { closing } from '../../../../helpers/closing.ts';
import { testServer, unpaidKey } from '../../../../helpers/server.ts';
import { openTestStore, testStoreOptions } from '../../../../helpers/test-store.ts';
import { clientOf, startOfTime } from '../../../../helpers/watch.ts';

const day = 24 * 60 * 60 * 1000;
const query = 'chip exports';

it('a repeated search finds what another process has added or changed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-search-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const clock = new ManualClock(startOfTime);
  const { news } = closing(await openTestStore(folder));
  const client = clientOf(await testServer({ ...(await testStoreOptions(folder)), clock }));
  const first = (await client.news.search({ query })).items[0];
  const item = {
    id: 'new',
    title: 'Chip exports, chip exports',
    description: '',
    url: null,
    source: null,
    publication_date: startOfTime,
    body: null,
  };
  await news.add([indexItem(item, startOfTime)]);
  expect((await client.news.search({ query })).items[0]?.id).toBe('new');
  await news.add([indexItem({ ...item, title: 'Gold' }, startOfTime)]);
  expect((await client.news.search({ query })).items[0]?.id).toBe(first?.id);
});

it('a repeated search counts for usage, checks permissions, and respects age and parameters', async () => {
  const clock = new ManualClock(startOfTime);
  const server = await testServer({ clock });
  const client = clientOf(server);
  const first = await client.news.search({ query });
  expect(await client.news.search({ query })).toEqual(first);
  await expect(clientOf(server, unpaidKey).news.search({ query })).rejects.toMatchObject({
    code: 'plan_required',
  });
  expect((await client.usage()).operations).toContainEqual({
    operation: 'news.search',
    requests: 2,
  });
  clock.advance(3 * day);
  const later = await client.news.search({ query });
  expect(later.items[0]?.score).toBeLessThan(first.items[0]?.score ?? 0);
  const fewer = await client.news.search({ query, limit: 1 });
  expect(fewer.items).toEqual(later.items.slice(0, 1));
  const recent = await client.news.search({ query, hours_ago: 1 });
  expect(recent.items).toEqual([]);
});
