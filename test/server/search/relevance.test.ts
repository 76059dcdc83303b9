import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { indexed } from '../../../src/server/search/indexed-item.ts';
import { searchNews } from '../../../src/server/search/search.ts';
import { migrations } from '../../../src/server/store/sqlite/migrations.ts';
import { SqliteNews } from '../../../src/server/store/sqlite/news.ts';
import { Database } from '../../../src/storage/database.ts';
import { migrate } from '../../../src/storage/migrate.ts';

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
const sample = json('../../../src/server/sample/news.json') as SampleItem[];
const judgments = json('./judgments.json') as Judgment[];

const depth = 10;
const now = Date.UTC(2026, 0, 1);

/** Normalized discounted cumulative gain of the first ten: 1 is the best possible order. */
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

async function ours(): Promise<number> {
  const database = Database.open(':memory:');
  migrate(database, migrations);
  const store = new SqliteNews(database);
  await store.add(
    sample.map(({ hours_ago, body, ...item }) =>
      indexed({ ...item, body: body ?? null, publication_date: now - hours_ago * 3_600_000 }, now),
    ),
  );
  return mean(async (query) =>
    (await searchNews(store, { query, limit: depth, now })).map(({ item }) => item.id),
  );
}

/** SQLite's own ranking of its own stems: any word, the title three times. */
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
  it('is well above what SQLite ranks by itself', async () => {
    const [found, plain] = [await ours(), await plainFts5()];
    process.stdout.write(
      `nDCG@10 over ${judgments.length} queries: ${found.toFixed(4)}, plain FTS5 ${plain.toFixed(4)}\n`,
    );
    expect(found).toBeGreaterThan(0.83);
    expect(found).toBeGreaterThan(plain * 1.1);
  });
});
