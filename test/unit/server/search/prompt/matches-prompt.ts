import { expect } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import { promptRule } from '../../../../../src/server/search/prompt/prompt-rule.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';
import {
  parseCondition,
  writeCondition,
} from '../../../../../src/server/search/prompt/stored-condition.ts';

/** Whether a news item matches a prompt. */
export function matchesPrompt(prompt: string, title: string, text: string): boolean {
  const { ranking_terms } = itemTerms(title, text);
  const item = { ...unpackTerms(ranking_terms), rawText: `${title}\n${text}` };
  const condition = readPrompt(prompt);
  const strength = promptRule(condition)(item);
  // A rule of a stored condition decides the same.
  expect(promptRule(parseCondition(writeCondition(condition)))(item)).toBe(strength);
  return strength !== undefined;
}
