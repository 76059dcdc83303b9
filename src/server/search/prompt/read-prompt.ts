import { parseQuery } from '../query.ts';
import { searchedText } from '../searched-text.ts';
import { parsePrompt, type QueryClause } from './parse-prompt.ts';

/** What the text of a prompt asks for. */
export interface PromptCondition {
  /** A news item must meet one of them. Empty if the prompt has no words: nothing satisfies it. */
  clauses: QueryClause[];
  /** Whether the rule needs `JudgedItem.rawText`, because the prompt compares amounts. */
  readsText: boolean;
}

/**
 * Reads a prompt, without the URLs of its feeds. Text beyond the limits of `searchedText` is ignored.
 */
export function readPrompt(text: string): PromptCondition {
  const { searched } = searchedText(text);
  return {
    clauses: parsePrompt(searched, parseQuery(searched).phrases[0] ?? []),
    readsText: false,
  };
}
