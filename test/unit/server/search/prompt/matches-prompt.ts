import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import { promptRule } from '../../../../../src/server/search/prompt/prompt-rule.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';

/** Whether a news item matches a prompt. */
export function matchesPrompt(prompt: string, title: string, text: string): boolean {
  const { ranking_terms } = itemTerms(title, text);
  const item = { ...unpackTerms(ranking_terms), rawText: `${title}\n${text}` };
  return promptRule(readPrompt(prompt))(item) !== undefined;
}
