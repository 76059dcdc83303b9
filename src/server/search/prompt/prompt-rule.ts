import type { RankingTerms } from '../index/ranking-terms.ts';
import { promptMatcher } from './matches-prompt.ts';
import type { PromptCondition } from './read-prompt.ts';

/** A news item as a rule judges it. */
export interface JudgedItem extends RankingTerms {
  /** Title and text as written; read only if `PromptCondition.readsText`. */
  rawText?: string | undefined;
}

/**
 * Judges a news item by itself, without statistics of the collection.
 *
 * @returns the strength of the match, above 0 and up to 1; `undefined` if the item does not satisfy
 * the condition
 */
export type PromptRule = (item: JudgedItem) => number | undefined;

const noStatistics = { size: 0, frequencies: new Map<string, number>() };

/** Compiles the rule of a condition. */
export function promptRule({ clauses }: PromptCondition): PromptRule {
  const matches = promptMatcher(clauses, noStatistics);
  return (item) => (matches(item) ? 1 : undefined);
}

/**
 * Compiles the rule of an agentic monitor, whose agent chooses among the items that have any term of
 * the condition.
 */
export function looseRule(condition: PromptCondition): PromptRule {
  const strict = promptRule(condition);
  return (item) => strict(item) ?? 0.1;
}
