import type { NewsItemRecord } from '../../store/store.ts';
import { type RankingTerms, unpackTerms } from '../index/ranking-terms.ts';

/** A news item as a rule judges it. */
export interface JudgedItem extends RankingTerms {
  /** The title, a line feed and the text, as written; read only if `PromptCondition.readsText`. */
  rawText?: string | undefined;
}

type Texts = Pick<NewsItemRecord, 'title' | 'description' | 'body'>;

/** Prepares a stored item for rules. */
export function judgedItem(item: Texts, rankingTerms: Uint8Array): JudgedItem {
  return { ...unpackTerms(rankingTerms), rawText: rawTextOf(item) };
}

export function rawTextOf({ title, description, body }: Texts): string {
  return `${title}\n${description}\n${body ?? ''}`;
}
