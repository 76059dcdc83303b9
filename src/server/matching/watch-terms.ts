import { anchorTerms } from '../search/prompt/anchor-terms.ts';
import type { PromptCondition } from '../search/prompt/read-prompt.ts';
import { termId } from '../search/text/term-id.ts';

/**
 * The ids of a condition's anchor terms, by which an arrival finds the monitor.
 *
 * @param frequencies see {@link anchorTerms}
 */
export function watchTerms(
  condition: PromptCondition,
  frequencies?: ReadonlyMap<string, number>,
): number[] {
  return [...new Set(anchorTerms(condition, frequencies).map(termId))];
}
