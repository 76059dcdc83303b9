import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describePrompt } from '../../../../../src/server/search/prompt/describe-prompt.ts';
import { promptError } from '../../../../../src/server/search/prompt/prompt-problems.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';

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
