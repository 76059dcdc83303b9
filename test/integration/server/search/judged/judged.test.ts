/**
 * Monitors with judged prompts, in two halves. The half `untouched.json` must never be used to tune
 * the search or the rules: read only the figures that this test prints for it, never its prompts,
 * its stories or what was found.
 *
 * With `JUDGED_DETAILS=tuning` the test also prints each prompt's figures and errors of that half.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { readNews } from '../../../../../src/server/feeds/read-news.ts';
import { hasRealNews, reutersPath } from '../../../../helpers/real-news.ts';
import {
  type JudgedScore,
  meanScore,
  scoreDetails,
  scoreJudged,
  scoreTable,
} from './judged-score.ts';
import { type JudgedPrompt, readJudgedSet } from './judged-set.ts';
import { monitoredResults, type Story } from './monitored-results.ts';

const halves = ['tuning', 'untouched'].map((name) => ({ name, set: readJudgedSet(name) }));

const invented = halves.flatMap(({ set }) => set.stories);

async function realNews(): Promise<Story[]> {
  const stories: Story[] = [];
  for await (const entry of readNews(reutersPath)) {
    if (!('item' in entry)) continue;
    const { id, title, description, body, publication_date } = entry.item;
    const date = new Date(publication_date ?? 0).toISOString();
    stories.push({ id, title, description, body, publication_date: date });
  }
  return stories;
}

async function scoresOf(prompts: readonly JudgedPrompt[], stories: readonly Story[]) {
  const texts = prompts.map(({ prompt }) => prompt);
  const found = await monitoredResults(texts, stories);
  const nothing = { first: [], all: [] };
  return prompts.map((judged, index) => scoreJudged(judged, found[index] ?? nothing));
}

describe('judged prompts', () => {
  let scores: JudgedScore[] = [];

  const of = (prompts: readonly JudgedPrompt[]) =>
    scores.filter(({ judged }) => prompts.includes(judged));

  beforeAll(async () => {
    const over = (collection: 'invented' | 'reuters') =>
      halves.flatMap(({ set }) => set[collection]);
    scores = await scoresOf(
      over('invented'),
      invented.map(({ language: _, ...story }) => story),
    );
    if (hasRealNews) scores.push(...(await scoresOf(over('reuters'), await realNews())));
    for (const { name, set } of halves) {
      const half = of([...set.reuters, ...set.invented]);
      const details = process.env['JUDGED_DETAILS'] === name ? half.map(scoreDetails) : [];
      process.stdout.write(`${[scoreTable(name, half), ...details].join('\n')}\n`);
    }
  }, 300_000);

  it.each(halves)('$name: every judged story exists', ({ set }) => {
    const known = new Set(invented.map(({ id }) => id));
    for (const { must, may = [], must_not } of set.invented) {
      expect([...must, ...may, ...must_not].filter((id) => !known.has(id))).toEqual([]);
    }
  });

  const bounds = [
    { name: 'tuning', over: 'invented', precision: 0.82, recall: 0.86 },
    { name: 'tuning', over: 'reuters', precision: 0.8, recall: 0.79 },
    { name: 'untouched', over: 'invented', precision: 0.89, recall: 0.8 },
    { name: 'untouched', over: 'reuters', precision: 0.7, recall: 0.77 },
  ] as const;
  const measured = bounds.filter(({ over }) => hasRealNews || over === 'invented');

  it.each(measured)('$name, $over: precision and recall', ({ name, over, precision, recall }) => {
    const half = halves.filter((each) => each.name === name).flatMap(({ set }) => set[over]);
    const mean = meanScore(of(half));
    expect(mean.precision).toBeGreaterThanOrEqual(precision);
    expect(mean.recall).toBeGreaterThanOrEqual(recall);
  });
});
