import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { indexed } from '../../../../src/server/search/index/indexed-item.ts';
import { searchRelevant } from '../../../../src/server/search/search.ts';
import { sqliteMigrations } from '../../../../src/server/store/sqlite/migrations.ts';
import { SqliteNews } from '../../../../src/server/store/sqlite/news.ts';
import { Database } from '../../../../src/storage/database.ts';
import { migrateSqlite } from '../../../../src/storage/migrate.ts';

interface SampleItem {
  id: string;
  title: string;
  description: string;
  body?: string;
  url: string;
  source: string;
  hours_ago: number;
}

interface Judged {
  prompt: string;
  /** 2: an editor expects the alert; 1: acceptable; any other item is a false alert. */
  relevant: Record<string, 1 | 2>;
}

const json = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const sample = json('../../../../src/server/testing/sample/news.json') as SampleItem[];
const judged = json('./prompts.json') as Judged[];
const now = Date.UTC(2026, 0, 1);

function storeOf(items: readonly SampleItem[]) {
  const database = Database.open(':memory:');
  migrateSqlite(database, sqliteMigrations);
  const store = new SqliteNews(database);
  return store
    .add(
      items.map(({ hours_ago, body, ...item }) =>
        indexed(
          { ...item, body: body ?? null, publication_date: now - hours_ago * 3_600_000 },
          now,
        ),
      ),
    )
    .then(() => store);
}

/** Numbers of the bound are chosen by one half; the other tells what they are worth. */
const halves = {
  tuned: judged.filter((_, at) => at % 2 === 0),
  'held out': judged.filter((_, at) => at % 2 === 1),
};

interface Measured {
  right: number;
  expected: number;
  missed: string[];
  wrong: string[];
}

function measure({ relevant }: Judged, ids: readonly string[]): Measured {
  const must = Object.keys(relevant).filter((id) => relevant[id] === 2);
  return {
    right: ids.filter((id) => id in relevant).length,
    expected: must.length,
    missed: must.filter((id) => !ids.includes(id)),
    wrong: ids.filter((id) => !(id in relevant)),
  };
}

function figures(measured: readonly Measured[]) {
  const total = (count: (one: Measured) => number) =>
    measured.reduce((sum, one) => sum + count(one), 0);
  const right = total((one) => one.right);
  const expected = total((one) => one.expected);
  return {
    precision: right / (right + total(({ wrong }) => wrong.length)),
    recall: (expected - total(({ missed }) => missed.length)) / expected,
  };
}

describe('monitors over the judged sample', () => {
  let store: SqliteNews;
  beforeAll(async () => {
    store = await storeOf(sample);
  });

  const run = async (one: Judged, index = store) =>
    measure(
      one,
      (await searchRelevant(index, { query: one.prompt, limit: 100, now })).map(
        ({ item }) => item.id,
      ),
    );

  it.each([
    ['tuned', 0.9, 0.95],
    ['held out', 0.9, 0.57],
  ] as const)('%s prompts', async (half, precisionFloor, recallFloor) => {
    const measured = await Promise.all(halves[half].map((one) => run(one)));
    const { precision, recall } = figures(measured);
    process.stdout.write(
      `${half}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}\n`,
    );
    expect(precision).toBeGreaterThan(precisionFloor);
    expect(recall).toBeGreaterThan(recallFloor);
  });

  it.each(judged.filter(({ relevant }) => Object.keys(relevant).length === 0))(
    'is quiet: $prompt',
    async (one) => {
      expect((await run(one)).wrong).toEqual([]);
    },
  );

  it('decides the same of an item in an index of its own', async () => {
    let differing = 0;
    let decided = 0;
    for (const item of sample.slice(0, 30)) {
      const alone = await storeOf([item]);
      for (const one of judged) {
        const query = { query: one.prompt, limit: 100, now };
        const among = (await searchRelevant(store, query)).some((f) => f.item.id === item.id);
        const own = (await searchRelevant(alone, query)).length > 0;
        decided += Number(among || own);
        differing += Number(among !== own);
      }
    }
    expect(decided).toBeGreaterThan(8);
    expect(differing).toBeLessThanOrEqual(1);
  });
});
