import { describe, expect, it } from 'vitest';
import { describePrompt } from '../../../../../src/server/search/prompt/describe-prompt.ts';
import {
  promptError,
  promptWarnings,
} from '../../../../../src/server/search/prompt/prompt-problems.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';

const understood = (prompt: string) => describePrompt(readPrompt(prompt));
const empty = { size: 0, frequencies: new Map<string, number>() };

it.each([
  ['News about oil prices in English only', 'News about "oil" and "prices".'],
  ['daily summary of oil prices every morning', 'News about "oil" and "prices".'],
  ['oil prices at least weekly', 'News about "oil" and "prices".'],
  ['oil exports once a week, by email', 'News about "oil" and "exports".'],
  ["I'd like to know about lithium", 'News about "lithium".'],
  ['I am writing a long piece about lithium', 'News about "lithium".'],
  ['strikes every Monday in France', 'News about "strikes" and "France".'],
  ['teachers learning English', 'News about "teachers" and "English", preferably "learning".'],
])('takes what a prompt says about the watch for no condition: %s', (prompt, expected) => {
  expect(understood(prompt)).toBe(expected);
});

it('takes repeated subjects for alternatives', () => {
  const prompt =
    'I am writing a piece about lithium and would like to hear about cobalt mines, about nickel and about tin';
  expect(readPrompt(prompt).clauses.length).toBeGreaterThanOrEqual(3);
});

it('warns of a prompt with many requirements', () => {
  const long = 'lithium cobalt nickel tin zinc copper tungsten chromium';
  expect(promptWarnings(readPrompt(long), empty)).toEqual([
    'a news item must have most of 8 words and names to match; use fewer, or "or" between alternatives',
  ]);
});

it.each(['⚠️ lithium', '❤️ lithium', 'lithium 🛢️'])('ignores the emoji of %s', (prompt) => {
  expect(understood(prompt)).toBe('News about "lithium".');
});

describe('an exclusion', () => {
  it.each([
    [
      'neither oil nor gas but steel prices',
      'News about "steel" and "prices"; not about "oil" or "gas".',
    ],
    ['steel -china', 'News about "steel"; not about "china".'],
    ['steel prices NOT china', 'News about "steel" and "prices"; not about "china".'],
    ['low-cost airlines', 'News about "low cost" and "airlines".'],
  ])('%s', (prompt, expected) => {
    if (prompt.startsWith('low')) expect(readPrompt(prompt).exclusions).toEqual([]);
    else expect(understood(prompt)).toBe(expected);
  });
});

it.each([
  'oil above 10 dollars and below 5 dollars',
  'strikes of more than 900 workers and less than 500 workers',
])('rejects amounts that contradict each other: %s', (prompt) => {
  expect(promptError(readPrompt(prompt))).toMatch(/^asks for ".*" and ".*" at once$/);
});

it('accepts two amounts that agree', () => {
  expect(promptError(readPrompt('oil above 10 dollars and below 50 dollars'))).toBeUndefined();
});

it.each([
  ['"chip exports" to China', 'News about "chip exports" and "China".'],
  ['<b>oil</b> prices', 'News about "oil" and "prices".'],
  [
    '<p class="lead">oil <a href="/x" rel="nofollow">prices</a></p>',
    'News about "oil" and "prices".',
  ],
  ['oil&nbsp;prices', 'News about "oil" and "prices".'],
  ['Johnson &amp; Johnson recall', 'News about "Johnson & Johnson" and "recall".'],
])('shows words as they are written: %s', (prompt, expected) => {
  expect(understood(prompt)).toBe(expected);
});
