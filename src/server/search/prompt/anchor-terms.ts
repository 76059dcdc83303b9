import type { TermStatistics } from '../ranking/concepts.ts';
import type { QueryClause, Requirement } from './parse-prompt.ts';
import type { QueryUnit } from './query-unit.ts';
import type { PromptCondition } from './read-prompt.ts';
import { maxMissing } from './requirement-match.ts';
import { specificityOf } from './term-weight.ts';
import { unitsOf } from './unit-terms.ts';

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
  { clauses }: PromptCondition,
  { size, frequencies }: TermStatistics = { size: 0, frequencies: new Map() },
): string[] {
  // In little news, most terms are absent by chance.
  const frequencyOf = (term: string) =>
    ((frequencies.get(term) ?? 0) * 1000 + expectedItems[specificityOf(term)] * expectedSize) /
    (size + expectedSize);
  return [...new Set(clauses.flatMap((clause) => clauseAnchors(clause, frequencyOf)))];
}

/** The terms that the anchor terms are chosen from. */
export function anchorCandidates({ clauses }: PromptCondition): string[] {
  return [...new Set(unitsOf(clauses).flatMap((unit) => evidencePhrases(unit).flat()))];
}

/** Of the items with a term, in 1000 items. */
type Frequency = (term: string) => number;

/** A clause may miss some words, but none of its names, regions, events and quoted phrases. */
function clauseAnchors(all: QueryClause, frequencyOf: Frequency): string[] {
  const main = all.filter((requirement) => !isSupporting(requirement));
  const clause = main.length > 0 ? main : all;
  const choices = clause
    .map((requirement) => {
      const terms = requirementTerms(requirement, frequencyOf);
      let items = 0;
      for (const term of terms) items += frequencyOf(term);
      return { terms, items, isMandatory: isMandatory(requirement) };
    })
    .sort((a, b) => a.items - b.items);
  const words = choices.slice(0, maxMissing(clause.length) + 1);
  const mandatory = choices.find((choice) => choice.isMandatory);
  const wordItems = words.reduce((total, { items }) => total + items, 0);
  const best = mandatory && mandatory.items <= wordItems ? [mandatory] : words;
  return best.flatMap(({ terms }) => terms);
}

function isSupporting({ alternatives }: Requirement): boolean {
  return alternatives.every((units) => units.every(({ support }) => support !== undefined));
}

function isMandatory({ alternatives }: Requirement): boolean {
  return alternatives.every((units) => units.some(({ kind }) => kind !== 'word'));
}

/** Every item with evidence of the requirement has at least one of these terms. */
function requirementTerms({ alternatives }: Requirement, frequencyOf: Frequency): string[] {
  const rarestOf = (phrase: readonly string[]) =>
    [...phrase].sort((a, b) => frequencyOf(a) - frequencyOf(b)).slice(0, 1);
  return alternatives.flatMap((units) => {
    const needed = units.filter(({ kind }) => kind !== 'word');
    const [unit] = needed;
    // An alternative with a name cannot do without it, one of words may miss some of them.
    const chosen = unit ? [unit] : units;
    return chosen.flatMap((each) => evidencePhrases(each).flatMap(rarestOf));
  });
}

function evidencePhrases(unit: QueryUnit): string[][] {
  const { phrase, spellings, related, event, parts = [], kind } = unit;
  if (event?.actionShare) return [...event.actions, ...event.newsActions];
  if (event) return [...event.subjects, ...event.newsSubjects];
  // The words of a name or a phrase may occur apart from each other.
  const words = phrase.length > 1 && kind !== 'quoted' ? phrase.map((term) => [term]) : [];
  const [part] = parts;
  return [phrase, ...words, ...spellings, ...related, ...(part ? evidencePhrases(part) : [])];
}
