import type { TermStatistics } from '../ranking/concepts.ts';
import type { RuleCondition } from './compiled-condition.ts';
import { mainRequirements, maxMissing, optionalRequirements } from './optional-words.ts';
import type { QueryClause, Requirement } from './parse-prompt.ts';
import type { QueryUnit } from './query-unit.ts';
import { isPresent } from './requirement-match.ts';
import { specificityOf } from './term-weight.ts';
import { unitPhraseTerms, unitsOf } from './unit-terms.ts';

/** Expected number of items that have a term, of 1000, by its specificity. */
const expectedItems = { specific: 1, ordinary: 30, vague: 300 } as const;
/** Number of items that count as much as the expectation. */
const expectedSize = 1000;

/**
 * The anchor terms of a condition: an item that has none of them in its title or text cannot satisfy
 * the condition. They are as rare as possible; their number is bounded by the limits of a prompt.
 * Empty if nothing satisfies the condition.
 *
 * @param statistics of the news, for the {@link anchorCandidates} (default: the general specificity of
 *   terms decides)
 */
export function anchorTerms(
  { clauses }: Pick<RuleCondition, 'clauses'>,
  { size, frequencies }: TermStatistics = { size: 0, frequencies: new Map() },
): string[] {
  // In little news, most terms are absent by chance.
  const frequencyOf = (term: string) =>
    ((frequencies.get(term) ?? 0) * 1000 + expectedItems[specificityOf(term)] * expectedSize) /
    (size + expectedSize);
  return [...new Set(clauses.flatMap((clause) => clauseAnchors(clause, frequencyOf)))];
}

/** The terms that the anchor terms are chosen from. */
export function anchorCandidates({ clauses }: Pick<RuleCondition, 'clauses'>): string[] {
  return [...new Set(unitsOf(clauses).flatMap((unit) => unitPhraseTerms(unit).flat()))];
}

/** Of the items with a term, in 1000 items. */
type Frequency = (term: string) => number;

/** A clause may miss some of its optional words. */
function clauseAnchors(all: QueryClause, frequencyOf: Frequency): string[] {
  const clause = mainRequirements(all);
  const optional = optionalRequirements(all);
  const choices = clause
    .map((requirement) => {
      const terms = requirementTerms(requirement, frequencyOf);
      let items = 0;
      for (const term of terms) items += frequencyOf(term);
      return { terms, items, isMandatory: !optional.includes(requirement) };
    })
    .sort((a, b) => a.items - b.items);
  const words = choices.slice(0, maxMissing(clause.length) + 1);
  const mandatory = choices.find((choice) => choice.isMandatory);
  const wordItems = words.reduce((total, { items }) => total + items, 0);
  const best = mandatory && mandatory.items <= wordItems ? [mandatory] : words;
  return best.flatMap(({ terms }) => terms);
}

/** Every item with evidence of the requirement has at least one of these terms. */
function requirementTerms({ alternatives }: Requirement, frequencyOf: Frequency): string[] {
  return alternatives.flatMap((units) => {
    const needed = units.filter(({ kind }) => kind !== 'word');
    // An alternative needs each of its names, but may miss some of its words.
    return needed.length > 0
      ? rarest(
          needed.map((unit) => unitTerms(unit, frequencyOf)),
          frequencyOf,
        )
      : units.flatMap((unit) => unitTerms(unit, frequencyOf));
  });
}

/** Every item with enough evidence of the unit has at least one of these terms. */
function unitTerms(unit: QueryUnit, frequencyOf: Frequency): string[] {
  const choices = evidenceChoices(unit).map((phrases) =>
    phrases.flatMap((phrase) =>
      rarest(
        phrase.map((term) => [term]),
        frequencyOf,
      ),
    ),
  );
  return rarest(choices, frequencyOf);
}

/** The choice that the fewest items have. */
function rarest(choices: readonly string[][], frequencyOf: Frequency): string[] {
  const itemsOf = (terms: readonly string[]) =>
    terms.reduce((items, term) => items + frequencyOf(term), 0);
  return choices.reduce(
    (best, choice) => (itemsOf(choice) < itemsOf(best) ? choice : best),
    choices[0] ?? [],
  );
}

/** Sets of phrases: every item with enough evidence of the unit has a phrase of each set. */
function evidenceChoices(unit: QueryUnit): string[][][] {
  const { event, phrase, spellings, related, support, parts = [] } = unit;
  if (event) {
    const subjects = [...event.subjects, ...event.newsSubjects];
    const actions = [...event.actions, ...event.newsActions];
    // Half of an event is enough if its share of the evidence is.
    const isEnough = (share = 0) => isPresent('event', support, share);
    if (isEnough(event.subjectShare) && isEnough(event.actionShare))
      return [[...subjects, ...actions]];
    if (isEnough(event.subjectShare)) return [subjects];
    return isEnough(event.actionShare) ? [actions] : [subjects, actions];
  }
  const forms = [...wholeOrPairs(unit), phrase, ...spellings, ...related];
  // Adjacent names may all occur apart from each other.
  return parts.length === 0 ? [forms] : parts.map((part) => [...forms, ...partForms(part)]);
}

/** A name may also occur as two adjacent words of it. */
function wholeOrPairs({ kind, phrase }: QueryUnit): string[][] {
  return kind === 'name' ? phrase.slice(1).map((_, at) => phrase.slice(at, at + 2)) : [];
}

/** Any evidence of a part may be enough. */
function partForms(part: QueryUnit): string[][] {
  const { event, parts = [] } = part;
  return event || parts.length > 0 ? unitPhraseTerms(part) : evidenceChoices(part).flat();
}
