import { describe, expect, it } from 'vitest';
import { readNews } from '../../../../src/server/feeds/read-news.ts';
import type { NewsItemRecord } from '../../../../src/server/store/store.ts';
import { hasRealNews, realFeedPath, reutersPath } from '../../../helpers/real-news.ts';

async function readAll(path: string) {
  const items: NewsItemRecord[] = [];
  let rejected = 0;
  for await (const entry of readNews(path)) {
    if ('item' in entry) items.push(entry.item);
    else rejected += 1;
  }
  return { items, rejected };
}

describe.runIf(hasRealNews)('real feeds', () => {
  it.each([
    ['content-encoded.rss', 7, 0],
    ['craigslist.rss', 25, 0],
    ['encoding.rss', 40, 0],
    ['feedburner.atom', 25, 0],
    ['guardian.rss', 55, 0],
    ['gulp-atom.atom', 10, 0],
    ['heise.atom', 15, 0],
    ['incomplete-fields.atom', 0, 1],
    ['many-links.rss', 25, 0],
    ['missing-fields.atom', 0, 1],
    ['rss-1.rss', 69, 0],
  ])('%s gives %i items, %i rejected', async (name, count, rejected) => {
    const read = await readAll(realFeedPath(name));
    expect([read.items.length, read.rejected]).toEqual([count, rejected]);
    expect(new Set(read.items.map(({ id }) => id)).size).toBe(count);
    for (const item of read.items) {
      expect(item.publication_date).not.toBeNull();
      expect(item.url).toMatch(/^https?:\/\/[^/]+\/./);
      expect(item.title).toMatch(/^(?!.*(?:<\/?\w|&#?\w+;|\ufffd|Ã)).+$/u);
      expect(item.description).not.toMatch(/<\/?\w|&#?\w+;|\ufffd|Ã./u);
    }
  });

  it('unrecognized.rss is an HTML page', async () => {
    await expect(readAll(realFeedPath('unrecognized.rss'))).rejects.toThrow(
      'is an HTML page, not a feed',
    );
  });

  it('all Reuters items are read, with their tickers in angle brackets', async () => {
    const { items, rejected } = await readAll(reutersPath);
    expect([items.length, rejected]).toEqual([19_042, 0]);
    expect(items.filter(({ title }) => title.includes('<')).length).toBe(9279);
  });
});
