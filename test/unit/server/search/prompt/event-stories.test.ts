import { describe, expect, it } from 'vitest';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import { judgedItem } from '../../../../../src/server/search/prompt/judged-item.ts';
import { promptRule } from '../../../../../src/server/search/prompt/prompt-rule.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';
import { type EventStories, keptStories, tuningStories } from './event-stories.ts';

function matches(prompt: string, story: string): boolean {
  const [title = '', description = ''] = story.split(' | ');
  const item = { id: '1', title, description, body: null, url: null, source: null };
  const indexed = indexItem({ ...item, publication_date: 0 }, 0);
  return promptRule(readPrompt(prompt))(judgedItem(indexed, indexed.ranking_terms)) !== undefined;
}

function errorsOf(stories: readonly EventStories[]) {
  const all = stories.flatMap(({ prompt, must, mustNot }) => [
    ...must.map((story) => ({ prompt, story, expected: true })),
    ...mustNot.map((story) => ({ prompt, story, expected: false })),
  ]);
  const errors = all
    .filter(({ prompt, story, expected }) => matches(prompt, story) !== expected)
    .map(({ prompt, story, expected }) => `${prompt} (${expected}): ${story}`);
  return { count: all.length, errors };
}

describe('the events and amounts of invented stories', () => {
  it('match the prompts of the half for tuning', () => {
    const { count, errors } = errorsOf(tuningStories);
    expect(errors.length / count, errors.join('\n')).toBeLessThan(0.07);
  });

  it('match the prompts of the kept half', () => {
    const { count, errors } = errorsOf(keptStories);
    // The stories of this half stay out of the message, so that nothing is fitted to them.
    expect(errors.length / count).toBeLessThan(0.19);
  });
});
