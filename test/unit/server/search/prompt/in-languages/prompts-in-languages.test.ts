import { describe, expect, it } from 'vitest';
import { itemTerms } from '../../../../../../src/server/search/index/item-terms.ts';
import { unpackTerms } from '../../../../../../src/server/search/index/ranking-terms.ts';
import { promptRule } from '../../../../../../src/server/search/prompt/prompt-rule.ts';
import { readPrompt } from '../../../../../../src/server/search/prompt/read-prompt.ts';
import { languageCases } from './stories.ts';

function foundBy(prompt: string, stories: Record<string, string>): string[] {
  const rule = promptRule(readPrompt(prompt));
  return Object.entries(stories).flatMap(([id, story]) => {
    const [title = '', text = ''] = story.split(' | ');
    const { ranking_terms } = itemTerms(title, text);
    const item = { ...unpackTerms(ranking_terms), rawText: `${title}\n${text}` };
    return rule(item) === undefined ? [] : [id];
  });
}

/** Precision and recall over the prompts of one half, and what is wrong. */
function scoreOf(half: 0 | 1) {
  const errors: string[] = [];
  let [right, found, wanted] = [0, 0, 0];
  for (const { language, stories, prompts } of languageCases) {
    for (const [prompt, ids] of prompts.filter((_, index) => index % 2 === half)) {
      const expected = ids.split(' ');
      const got = foundBy(prompt, stories);
      right += got.filter((id) => expected.includes(id)).length;
      found += got.length;
      wanted += expected.length;
      const missed = expected.filter((id) => !got.includes(id));
      const wrong = got.filter((id) => !expected.includes(id));
      if (missed.length + wrong.length > 0) {
        errors.push(`${language}: ${prompt}: missed [${missed}], wrong [${wrong}]`);
      }
    }
  }
  return { precision: right / found, recall: right / wanted, errors };
}

describe('prompts in nine languages find the news of their language', () => {
  it.each([
    { name: 'tuned', half: 0, minPrecision: 0.95, minRecall: 0.95 },
    { name: 'held out', half: 1, minPrecision: 0.9, minRecall: 0.85 },
  ] as const)('$name', ({ name, half, minPrecision, minRecall }) => {
    const { precision, recall, errors } = scoreOf(half);
    const figures = `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`;
    process.stdout.write(`languages, ${name}: ${figures}\n`);
    // The errors of the other half are never printed, so that nothing is fitted to it.
    if (half === 0 && errors.length > 0) process.stdout.write(`${errors.join('\n')}\n`);
    expect(precision).toBeGreaterThan(minPrecision);
    expect(recall).toBeGreaterThan(minRecall);
  });
});
