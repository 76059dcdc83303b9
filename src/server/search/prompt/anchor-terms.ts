import type { Requirement } from './parse-prompt.ts';
import type { PromptCondition } from './read-prompt.ts';
import { specificityOf } from './term-weight.ts';

/** Maximum number of anchor terms of a prompt. */
export const maxAnchorTerms = 512;

/**
 * The anchor terms of a condition: an item that has none of them in its title or text cannot satisfy
 * the condition. They are as rare as possible, and at most {@link maxAnchorTerms}. Empty if nothing
 * satisfies the condition.
 *
 * @param frequencies number of items by term (default: the general specificity of terms decides)
 */
export function anchorTerms(
  { clauses }: PromptCondition,
  _frequencies?: ReadonlyMap<string, number>,
): string[] {
  const terms = clauses.flatMap((clause) => clause.flatMap(requirementTerms));
  return [...new Set(terms)].slice(0, maxAnchorTerms);
}

function requirementTerms({ alternatives }: Requirement): string[] {
  return alternatives
    .flat()
    .flatMap(({ phrase, spellings, related }) =>
      [phrase, ...spellings, ...related].flatMap((terms) => rarest(terms)),
    );
}

function rarest(terms: readonly string[]): string[] {
  return [terms.find((term) => specificityOf(term) === 'specific') ?? terms[0] ?? []].flat();
}
