import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { importNews } from '../../../../src/server/feeds/import-news.ts';
import { type ImportProgress, readNews } from '../../../../src/server/feeds/read-news.ts';
import { openSqliteStore } from '../../../../src/server/store/sqlite/sqlite-store.ts';
import type { NewsStore } from '../../../../src/server/store/store.ts';
import { feedServer } from '../../../helpers/feed-server.ts';
import { lines } from '../../../helpers/read-input.ts';

const now = () => Date.UTC(2024, 5, 1);
let news: NewsStore;
let folder: string;

beforeEach(async () => {
  const store = openSqliteStore(':memory:');
  news = store.news;
  folder = await mkdtemp(join(tmpdir(), 'newswatch-feeds-'));
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
});

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const records = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index, title: `Title ${index}` }));

describe('importing a file', () => {
  it('again changes nothing', async () => {
    const path = await file('news.txt', gzipSync(lines(...records(1201))));
    const counts = {
      location: path,
      read: 1201,
      updated: 0,
      removed: 0,
      rejected: 0,
      rejections: [],
      undated: 0,
      date_problems: [],
    };
    expect(await importNews(news, path, { now })).toEqual({ ...counts, added: 1201, unchanged: 0 });
    expect(await importNews(news, path, { now })).toEqual({ ...counts, added: 0, unchanged: 1201 });
    expect(await news.count()).toBe(1201);
    expect((await news.get('1200'))?.title).toBe('Title 1200');
  });

  it('drops dates that are more than a day ahead, and says so', async () => {
    const path = await file(
      'a.jsonl',
      lines(
        { id: 'a', title: 'One', publication_date: '2124-05-06T07:08:09Z' },
        { id: 'b', title: 'Two', publication_date: '2024-06-01T23:00:00Z' },
      ),
    );
    expect(await importNews(news, path, { now })).toMatchObject({
      added: 2,
      undated: 1,
      date_problems: [
        {
          where: 'line 1',
          reason: 'its date is more than a day ahead (2124-05-06T07:08:09.000Z)',
        },
      ],
    });
    expect((await news.get('a'))?.publication_date).toBeNull();
    expect((await news.get('b'))?.publication_date).toBe(Date.UTC(2024, 5, 1, 23));
  });

  it('again updates changed items', async () => {
    const path = await file('a.jsonl', lines({ id: 'a', title: 'One' }, { id: 'b', title: 'Two' }));
    await importNews(news, path, { now });
    await file('a.jsonl', lines({ id: 'a', title: 'One' }, { id: 'b', title: 'Three' }));
    expect(await importNews(news, path, { now })).toMatchObject({ updated: 1, unchanged: 1 });
    expect((await news.get('b'))?.title).toBe('Three');
  });

  it('counts bad records and lists the first twenty', async () => {
    const path = await file('a.jsonl', lines({ title: 'T' }, ...Array(30).fill({})));
    const { read, added, rejected, rejections } = await importNews(news, path, { now });
    expect([read, added, rejected, rejections.length]).toEqual([31, 1, 30, 20]);
    expect(rejections[0]).toEqual({ where: 'line 2', reason: 'has no title' });
  });

  it('counts and lists dates that cannot be read, and imports their items', async () => {
    const item = (date: string) => `<item><title>${date}</title><pubDate>${date}</pubDate></item>`;
    const dates = ['Mon, 06 May 2024 07:08 AST', 'Mon, 06 May 2024 07:08 GMT', '', '03/04/2026'];
    const path = await file('a.rss', `<rss><channel>${dates.map(item).join('')}</channel></rss>`);
    expect(await importNews(news, path, { now })).toMatchObject({
      read: 4,
      added: 3,
      rejected: 1,
      undated: 2,
      date_problems: [
        {
          where: 'entry 1',
          reason:
            'its date "Mon, 06 May 2024 07:08 AST" has the time zone "ast", which is unknown or has several meanings',
        },
        { where: 'entry 4', reason: expect.stringContaining('"03/04/2026" does not show whether') },
      ],
    });
  });

  it('reports progress', async () => {
    const path = await file('a.jsonl', lines(...records(3000)));
    const reports: ImportProgress[] = [];
    await importNews(news, path, { now, onProgress: (progress) => reports.push(progress) });
    const total_bytes = reports.at(-1)?.total_bytes;
    expect(reports.at(-1)).toEqual({
      location: path,
      bytes: total_bytes,
      total_bytes,
      items: 3000,
    });
    expect(reports.length).toBeGreaterThan(1);
    expect(reports[0]?.items).toBe(0);
  });
});

it.each(['', ' \n\n'])('an empty file has no news: %j', async (text) => {
  const path = await file('empty.jsonl', text);
  const counts = { read: 0, added: 0, rejected: 0, rejections: [] };
  expect(await importNews(news, path, { now })).toMatchObject(counts);
});

it('an empty document of an address is an error', async () => {
  const { origin } = await feedServer((_request, response) => response.end());
  await expect(importNews(news, origin, { now })).rejects.toThrow(': is an empty document, not');
});

describe('importing a file fails', () => {
  it('if it is missing or a directory', async () => {
    const missing = join(folder, 'missing');
    await expect(importNews(news, missing, { now })).rejects.toThrow(
      `${missing}: cannot be read: no such file or directory (ENOENT)`,
    );
    await expect(importNews(news, folder, { now })).rejects.toThrow(
      `${folder}: cannot be read: is a directory (EISDIR)`,
    );
  });
});

describe('an aborted import', () => {
  it('ends at the next record and adds no incomplete batch', async () => {
    const path = await file('a.jsonl', lines(...records(700)));
    const stopping = new AbortController();
    let added = 0;
    const counting = Object.assign(Object.create(news) as NewsStore, {
      add: async (items: Parameters<NewsStore['add']>[0]) => {
        added += items.length;
        stopping.abort(new Error('stopped'));
        return news.add(items);
      },
    });
    const { signal } = stopping;
    await expect(importNews(counting, path, { now, signal })).rejects.toThrow('stopped');
    expect([added, await news.count()]).toEqual([500, 500]);
  });

  it('stops reading at the next entry', async () => {
    const path = await file('a.jsonl', lines(...records(10)));
    const stopping = new AbortController();
    const { signal } = stopping;
    const titles: string[] = [];
    const reading = async () => {
      for await (const entry of readNews(path, { signal })) {
        if ('item' in entry) titles.push(entry.item.title);
        if (titles.length === 3) stopping.abort(new Error('stopped'));
      }
    };
    await expect(reading()).rejects.toThrow('stopped');
    expect(titles).toEqual(['Title 0', 'Title 1', 'Title 2']);
  });

  it('does not start if the signal is aborted already', async () => {
    const path = await file('a.jsonl', lines(...records(1)));
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(importNews(news, path, { now, signal })).rejects.toThrow('stopped');
    expect(await news.count()).toBe(0);
  });
});

describe('importing an address', () => {
  const rss = (item: string) =>
    `<rss version="2.0"><channel><title>É</title><item>${item}</item></channel></rss>`;

  it('decodes its charset, resolves links and hides credentials', async () => {
    const { origin } = await feedServer((_, response) => {
      response.setHeader('content-type', 'application/rss+xml; charset=iso-8859-1');
      response.end(Buffer.from(rss('<title>Mãe</title><link>/1</link>'), 'latin1'));
    });
    const address = `${origin.replace('//', '//user:secret@')}/feed`;
    const summary = await importNews(news, address, { now });
    expect(summary).toMatchObject({ location: `${origin}/feed`, added: 1 });
    expect(await news.latest(1)).toMatchObject([{ title: 'Mãe', source: 'É', url: `${origin}/1` }]);
  });

  it('reads compressed JSON Lines', async () => {
    const { origin } = await feedServer((_, response) => {
      response.end(gzipSync(lines(...records(700))));
    });
    expect(await importNews(news, origin, { now })).toMatchObject({ added: 700 });
  });

  it('fails if it is an HTML page', async () => {
    const { origin } = await feedServer((_, response) => response.end('<!doctype html>'));
    await expect(importNews(news, origin, { now })).rejects.toThrow(
      `${origin}/: is an HTML page, not a feed and not JSON Lines`,
    );
  });
});
