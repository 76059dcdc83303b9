import type { QueryClause } from './parse-prompt.ts';
import type { EventForms, QueryUnit } from './query-unit.ts';

/** All phrases by which an item may have a unit, each in terms. */
export function unitPhraseTerms(unit: QueryUnit): string[][] {
  const { phrase, spellings, related, parts = [], event } = unit;
  return [
    phrase,
    ...spellings,
    ...related,
    ...parts.flatMap(unitPhraseTerms),
    ...(event ? eventForms(event) : []),
  ];
}

/** The units of clauses, with repetitions. */
export function unitsOf(clauses: readonly QueryClause[]): QueryUnit[] {
  return clauses.flat().flatMap(({ alternatives }) => alternatives.flat());
}

function eventForms({ actions, subjects, newsActions, newsSubjects }: EventForms): string[][] {
  return [...actions, ...subjects, ...newsActions, ...newsSubjects];
}
