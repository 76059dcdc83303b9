import { indexItem } from '../../src/server/search/index/index-item.ts';
import { judgedItem } from '../../src/server/search/prompt/judged-item.ts';
import { promptRule } from '../../src/server/search/prompt/prompt-rule.ts';
import { readPrompt } from '../../src/server/search/prompt/read-prompt.ts';

/** The strength by which a story matches a prompt; `undefined` if it does not match. */
export function strengthOf(prompt: string, title: string, text = ''): number | undefined {
  const item = { id: 'story', title, description: text, body: null, url: null, source: null };
  const { ranking_terms } = indexItem({ ...item, publication_date: null }, 0);
  return promptRule(readPrompt(prompt))(judgedItem(item, ranking_terms));
}
