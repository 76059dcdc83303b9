import type { NewsItemRecord } from '../../store/store.ts';
import { unpackTerms } from '../index/ranking-terms.ts';
import type { JudgedItem } from './prompt-rule.ts';

/** Prepares a stored item for rules. */
export function judgedItem(
  { title, description, body }: Pick<NewsItemRecord, 'title' | 'description' | 'body'>,
  rankingTerms: Uint8Array,
): JudgedItem {
  return { ...unpackTerms(rankingTerms), rawText: `${title}\n${description}\n${body ?? ''}` };
}
