import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describePrompt } from '../../../../../src/server/search/prompt/describe-prompt.ts';
import { promptError } from '../../../../../src/server/search/prompt/prompt-problems.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';
import { matchesPrompt } from './matches-prompt.ts';

const page = readFileSync(
  new URL('../../../../../docs/monitors-and-alerts.md', import.meta.url),
  'utf8',
);
const rows = [...page.matchAll(/^\| (.+) \| (News .+) \|$/gm)].map(
  ([, prompt = '', understood = '']) => [prompt, understood],
);

it('documents how prompts are understood', () => {
  expect(rows.length).toBeGreaterThan(5);
});

it.each(rows)('understands %s', (prompt = '', understood) => {
  const condition = readPrompt(prompt);
  expect(describePrompt(condition)).toBe(understood);
  expect(promptError(condition)).toBeUndefined();
});

const titles = page.split('| Prompt | Matches | Does not match |')[1]?.split('\n\n')[0] ?? '';
const examples = [...titles.matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm)]
  .map(([, ...cells]) => cells)
  .filter(([prompt]) => prompt !== '---');

it('documents titles that match', () => {
  expect(examples.length).toBeGreaterThan(5);
});

it.each(examples)('%s: matches %s, and not %s', (prompt = '', match = '', other = '') => {
  expect(matchesPrompt(prompt, match, `${match}.`)).toBe(true);
  expect(matchesPrompt(prompt, other, `${other}.`)).toBe(false);
});
