/**
 * Prompts with judged results, in two halves. The half `untouched.json` must never be used to tune
 * the search or the rules: read only the figures that this test prints for it, never its prompts,
 * its stories or what was found.
 *
 * With `JUDGED_DETAILS=tuning` the test also prints each prompt's figures and errors of that half.
 */
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readNews } from '../../../../../src/server/feeds/read-news.ts';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import { searchRelevant } from '../../../../../src/server/search/search.ts';
import type { NewsItemRecord, NewsStore } from '../../../../../src/server/store/store.ts';
import { hasRealNews, reutersPath } from '../../../../helpers/real-news.ts';
import { openTestStore } from '../../../../helpers/test-store.ts';
import { type JudgedScore, meanScore, scoreJudged, scoreLine, scoreTable } from './judged-score.ts';
import { type InventedStory, type JudgedPrompt, readJudgedSet } from './judged-set.ts';

const now = Date.UTC(2026, 9, 1);

const halves = ['tuning', 'untouched']
  .filter((name) => existsSync(new URL(`./${name}.json`, import.meta.url)))
  .map((name) => ({ name, set: readJudgedSet(name) }));

const stories = halves.flatMap(({ set }) => set.stories);

async function storeOf(items: readonly NewsItemRecord[]): Promise<NewsStore> {
  const { news } = await openTestStore();
  await news.add(items.map((item) => indexItem(item, now)));
  return news;
}

async function realNews(): Promise<NewsItemRecord[]> {
  const items: NewsItemRecord[] = [];
  if (!hasRealNews) return items;
  for await (const entry of readNews(reutersPath)) if ('item' in entry) items.push(entry.item);
  return items;
}

function inventedItem({ id, title, description }: InventedStory): NewsItemRecord {
  return {
    id,
    title,
    description,
    url: null,
    source: null,
    publication_date: Date.UTC(2026, 8, 30),
    body: null,
  };
}

/** The ids of what a monitor with this prompt finds, best first. */
async function resultsOf(store: NewsStore, prompt: string): Promise<string[]> {
  const found = await searchRelevant(store, { query: prompt, limit: 100, now });
  return found.map(({ item }) => item.id);
}

async function scoresOf(store: NewsStore, prompts: readonly JudgedPrompt[]) {
  const scores: JudgedScore[] = [];
  for (const judged of prompts) {
    scores.push(scoreJudged(judged, await resultsOf(store, judged.prompt)));
  }
  return scores;
}

function detailsOf(score: JudgedScore): string {
  const { judged, wrong, unjudged, missing } = score;
  const lines = [scoreLine(judged.id, meanScore([score])), `  ${judged.prompt}`];
  if (wrong.length > 0) lines.push(`  wrong: ${wrong.join(' ')}`);
  if (unjudged.length > 0) lines.push(`  without judgment: ${unjudged.join(' ')}`);
  if (missing.length > 0) lines.push(`  missing: ${missing.join(' ')}`);
  return lines.join('\n');
}

describe('judged prompts', () => {
  let reuters: NewsStore;
  let invented: NewsStore;

  beforeAll(async () => {
    reuters = await storeOf(await realNews());
    invented = await storeOf(stories.map(inventedItem));
  }, 300_000);

  it.each(halves)('$name: every judged item exists', async ({ set }) => {
    const known = new Set(stories.map(({ id }) => id));
    for (const { must, may = [], must_not } of set.invented) {
      expect([...must, ...may, ...must_not].filter((id) => !known.has(id))).toEqual([]);
    }
  });

  it.each(halves)(
    '$name: precision and recall',
    async ({ name, set }) => {
      const scores = [
        ...(hasRealNews ? await scoresOf(reuters, set.reuters) : []),
        ...(await scoresOf(invented, set.invented)),
      ];
      const details = process.env['JUDGED_DETAILS'] === name ? scores.map(detailsOf) : [];
      process.stdout.write(`${[scoreTable(name, scores), ...details].join('\n')}\n`);
      const { precision, recall } = meanScore(scores);
      expect(precision).toBeGreaterThan(0);
      expect(recall).toBeGreaterThan(0);
    },
    300_000,
  );
});
