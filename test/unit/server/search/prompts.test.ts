import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { indexItem } from '../../../../src/server/search/index/index-item.ts';
import { searchRelevant } from '../../../../src/server/search/search.ts';
import { sqliteMigrations } from '../../../../src/server/store/sqlite/migrations.ts';
import { SqliteNews } from '../../../../src/server/store/sqlite/sqlite-news.ts';
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

interface JudgedPrompt {
  prompt: string;
  /** 2: the alert is expected; 1: it is acceptable. An alert of any other item is wrong. */
  relevant: Record<string, 1 | 2>;
}

const json = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const sample = json('../../../../src/server/testing/sample/news.json') as SampleItem[];
const judged = json('./prompts.json') as JudgedPrompt[];
const now = Date.UTC(2026, 0, 1);

function storeOf(items: readonly SampleItem[]) {
  const database = Database.open(':memory:');
  migrateSqlite(database, sqliteMigrations);
  const store = new SqliteNews(database);
  return store
    .add(
      items.map(({ hours_ago, body, ...item }) =>
        indexItem(
          { ...item, body: body ?? null, publication_date: now - hours_ago * 3_600_000 },
          now,
        ),
      ),
    )
    .then(() => store);
}

/** The constants were tuned on one half; the other measures how well they generalize. */
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

function measure({ relevant }: JudgedPrompt, ids: readonly string[]): Measured {
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

describe('searchRelevant on the judged sample', () => {
  let store: SqliteNews;
  beforeAll(async () => {
    store = await storeOf(sample);
  });

  const run = async (one: JudgedPrompt, index = store) =>
    measure(
      one,
      (await searchRelevant(index, { query: one.prompt, limit: 100, now })).map(
        ({ item }) => item.id,
      ),
    );

  it.each([
    ['tuned', 0.94, 0.88],
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
    'finds nothing: $prompt',
    async (one) => {
      expect((await run(one)).wrong).toEqual([]);
    },
  );

  it('decides the same for an item that is alone in its index', async () => {
    const found = async (index: SqliteNews, { prompt }: JudgedPrompt) =>
      (await searchRelevant(index, { query: prompt, limit: 100, now })).map(({ item }) => item.id);
    const inSample = await Promise.all(judged.map((one) => found(store, one)));
    let differing = 0;
    let decided = 0;
    for (const item of sample.slice(0, 30)) {
      const single = await storeOf([item]);
      for (const [at, one] of judged.entries()) {
        const amongOthers = inSample[at]?.includes(item.id);
        const byItself = (await found(single, one)).length > 0;
        decided += Number(amongOthers || byItself);
        differing += Number(amongOthers !== byItself);
      }
    }
    expect(decided).toBeGreaterThan(8);
    expect(differing).toBeLessThanOrEqual(1);
  });
});
