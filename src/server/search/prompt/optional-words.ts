import type { QueryClause, Requirement } from './parse-prompt.ts';
import type { QueryUnit } from './query-unit.ts';
import { specificityOf } from './term-weight.ts';

/** Number of the main requirements of a clause that may be missing, of those that are optional. */
export function maxMissing(requirements: number): number {
  return Math.floor(requirements / 3);
}

/** Whether a word may be missing in news: it is ordinary, and names no event and no subject of one. */
export function isOptional({ kind, phrase, action, subject }: QueryUnit): boolean {
  const isOrdinary = phrase.every((term) => isForeign(term) || specificityOf(term) !== 'specific');
  return kind === 'word' && isOrdinary && !action && !subject;
}

/** Terms of other languages end in their language, as in "bank.de", or are not in Latin letters. */
const foreignTerm = /\.[a-z]{2}$|[\p{sc=Cyrillic}\p{sc=Arabic}]/u;

/** Whether a term is of a language whose frequent words and verb forms are not known. */
function isForeign(term: string): boolean {
  return foreignTerm.test(term);
}

/** Whether a requirement only describes the others, see `QueryUnit.support`. */
function isSupporting({ alternatives }: Requirement): boolean {
  return alternatives.every((units) => units.every(({ support }) => support !== undefined));
}

/** The requirements without those that only describe them, unless there are no others. */
export function mainRequirements(clause: QueryClause): QueryClause {
  const main = clause.filter((requirement) => !isSupporting(requirement));
  return main.length > 0 ? main : clause;
}

/** The optional requirements of a clause, of which up to {@link maxMissing} may be missing. */
export function optionalRequirements(clause: QueryClause): QueryClause {
  const main = mainRequirements(clause);
  if (maxMissing(main.length) === 0) return [];
  return main.filter(({ alternatives }) => alternatives.flat().every(isOptional));
}
