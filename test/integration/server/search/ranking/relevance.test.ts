import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import { searchNews } from '../../../../../src/server/search/search.ts';
import { openPostgresStore } from '../../../../../src/server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../../../src/server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../../../src/server/store/store.ts';
import { Database } from '../../../../../src/storage/database.ts';
import { acquireStoreDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';

interface SampleItem {
  id: string;
  title: string;
  description: string;
  body?: string;
  url: string;
  source: string;
  hours_ago: number;
}

interface Judgment {
  query: string;
  /** Item ids with their gain, 1 to 3. */
  relevant: Record<string, number>;
}

const json = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const sample = json('../../../../../src/server/testing/sample/news.json') as SampleItem[];
const judgments = json('./judgments.json') as Judgment[];

const depth = 10;
const now = Date.UTC(2026, 0, 1);

/** Normalized discounted cumulative gain of the first ten items: 1 for the best possible order. */
function ndcg(ids: readonly string[], relevant: Record<string, number>): number {
  const discounted = (gains: number[]) =>
    gains.slice(0, depth).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
  const ideal = Object.values(relevant).sort((a, b) => b - a);
  return discounted(ids.map((id) => relevant[id] ?? 0)) / discounted(ideal);
}

async function mean(search: (query: string) => string[] | Promise<string[]>): Promise<number> {
  let total = 0;
  for (const { query, relevant } of judgments) total += ndcg(await search(query), relevant);
  return total / judgments.length;
}

async function storeOf(store: Store): Promise<Store> {
  await store.news.add(
    sample.map(({ hours_ago, body, ...item }) =>
      indexItem(
        { ...item, body: body ?? null, publication_date: now - hours_ago * 3_600_000 },
        now,
      ),
    ),
  );
  return store;
}

async function ours(empty: Store): Promise<number> {
  const store = await storeOf(empty);
  const found = await mean(async (query) =>
    (await searchNews(store.news, { query, limit: depth, now })).map(({ item }) => item.id),
  );
  await store.close();
  return found;
}

/** Ranks by FTS5's bm25() with Porter stemming; the title weighs three times as much as the text. */
function plainFts5(): Promise<number> {
  const database = Database.open(':memory:');
  database.script(`CREATE VIRTUAL TABLE plain USING fts5 (id UNINDEXED, title, text,
    tokenize = 'porter')`);
  for (const { id, title, description, body = '' } of sample) {
    database.run('INSERT INTO plain VALUES (?, ?, ?)', id, title, `${description} ${body}`);
  }
  return mean((query) => {
    const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    return database
      .all<{ id: string }>(
        'SELECT id FROM plain WHERE plain MATCH ? ORDER BY bm25(plain, 0, 3, 1) LIMIT ?',
        [...new Set(words)].map((word) => `"${word}"`).join(' OR '),
        depth,
      )
      .map(({ id }) => id);
  });
}

describe('relevance on the judged sample', () => {
  it('is well above the ranking of plain FTS5', async () => {
    const [found, plain] = [await ours(openSqliteStore(':memory:')), await plainFts5()];
    process.stdout.write(
      `nDCG@10 over ${judgments.length} queries: ${found.toFixed(4)}, plain FTS5 ${plain.toFixed(4)}\n`,
    );
    expect(found).toBeGreaterThan(0.85);
    expect(found).toBeGreaterThan(plain * 1.1);
  });

  it('puts news of chip exports before other chips and other exports', async () => {
    const store = await storeOf(openSqliteStore(':memory:'));
    const found = await searchNews(store.news, { query: 'chip exports', limit: 2, now });
    await store.close();
    expect(found.map(({ item }) => item.id)).toEqual(['sample-015', 'sample-075']);
  });

  it.skipIf(!postgres)(`is the same ${onPostgres}`, async () => {
    const { address, release } = await acquireStoreDatabase();
    const { store } = await openPostgresStore(address);
    const [found, embedded] = [await ours(store), await ours(openSqliteStore(':memory:'))];
    release();
    expect(found).toBe(embedded);
  });
});
