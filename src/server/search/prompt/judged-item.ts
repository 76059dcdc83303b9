import type { NewsItemRecord } from '../../store/store.ts';
import { type RankingTerms, unpackTerms } from '../index/ranking-terms.ts';

/** A news item as a rule judges it. */
export interface JudgedItem extends RankingTerms {
  /** The title, a line feed and the text, as written; read only if `PromptCondition.readsText`. */
  rawText?: string | undefined;
}

/** Prepares a stored item for rules. */
export function judgedItem(
  { title, description, body }: Pick<NewsItemRecord, 'title' | 'description' | 'body'>,
  rankingTerms: Uint8Array,
): JudgedItem {
  return { ...unpackTerms(rankingTerms), rawText: `${title}\n${description}\n${body ?? ''}` };
}
