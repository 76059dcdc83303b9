import type { Steps } from '../../../node/steps.ts';
import { defaultLanguage, type Language } from '../text/languages.ts';
import { companiesOf, pairEvents } from './pair-events.ts';
import { isVague, type QueryUnit, quotedUnit } from './query-unit.ts';
import { queryUnits } from './query-units.ts';
import type { Separator } from './separators.ts';
import { markedIfSupporting } from './supporting-words.ts';
import { combined, type UnitGroup, withoutEmpty } from './unit-groups.ts';

/** Met if any alternative is met. An alternative is met if all of its units are. */
export interface Requirement {
  alternatives: QueryUnit[][];
}

/** Met if all of its requirements are met. */
export type QueryClause = Requirement[];

/**
 * Parses what a monitor's prompt asks for into clauses. A news item must meet one of them: "when a
 * bank fails or if savers lose money" has two. Returns no clauses if the prompt has no words.
 *
 * @param prompt without its exclusions and amounts
 * @param phrases the quoted phrases of the prompt, each in alternative terms; every clause requires them
 * @param languages the plausible languages, most probable first
 */
export function* parsePrompt(
  prompt: string,
  phrases: readonly string[][][],
  languages: readonly Language[] = [defaultLanguage],
): Steps<QueryClause[]> {
  const unquoted = withoutQuotations(prompt);
  const required = phrases.map((phrase) => ({ alternatives: [[quotedUnit(phrase)]] }));
  const paired = withoutVague(pairEvents(groupUnits(yield* queryUnits(unquoted, languages))));
  const groups = languages[0] === defaultLanguage ? paired.map(withSupport) : paired;
  const clauses = splitClauses(groups).map((clause) =>
    uniqueRequirements([...required, ...requirementsOf(clause)]),
  );
  return clauses.length > 0 ? clauses : [required].filter((clause) => clause.length > 0);
}

/**
 * The alternatives that an exclusion names: "gold, silver or copper mines" has three. Empty if it
 * has no words that say anything.
 *
 * @param phrases the quoted phrases of the exclusion, each in alternative terms
 */
export function* parseExclusion(
  text: string,
  phrases: readonly string[][][],
  languages: readonly Language[],
): Steps<QueryUnit[][]> {
  let count = 0;
  const marked = text.replace(/"([^"]*)"/g, (_, inside: string) => {
    if (!/[\p{L}\p{N}]/u.test(inside)) return ' ';
    count += 1;
    return ` ${phraseMark}${letters[count - 1]} `;
  });
  // "France and Germany" excludes both.
  const units = (yield* queryUnits(marked, languages, 'or')).map((unit) => {
    const isMark = typeof unit !== 'string' && unit.label.startsWith(phraseMark);
    const phrase = isMark ? phrases[letters.indexOf(unit.label.slice(-1))] : undefined;
    return phrase ? quotedUnit(phrase) : unit;
  });
  const groups = groupUnits(units).map(({ units, separator }) => ({
    separator,
    units: units.filter((unit) => !isFiller(unit)),
  }));
  const joined: QueryUnit[][] = [];
  for (const { units, separator } of withoutVague(groups)) {
    const last = joined.at(-1);
    if (units.length === 0) continue;
    if (last && separator === 'break') last.push(...units);
    else joined.push([...units]);
  }
  return joined;
}

/** A word that stands for a quoted phrase, followed by a letter. */
const phraseMark = 'xquotedphrase';
const letters = 'abcdefgh';

const fillers = new Set([
  'on',
  'on',
  'stuff',
  'rumour',
  'rumor',
  'relat',
  'mention',
  'involv',
  'concern',
]);

function isFiller({ phrase, kind }: QueryUnit): boolean {
  return kind === 'word' && phrase.every((term) => fillers.has(term));
}

function uniqueRequirements(requirements: readonly Requirement[]): Requirement[] {
  const keyOf = ({ alternatives }: Requirement) =>
    alternatives.map((units) => units.map(unitKey).join('+')).join('|');
  return [...new Map(requirements.map((each) => [keyOf(each), each])).values()];
}

/** The same for units that ask for the same. */
export function unitKey({ kind, phrase, event, parts }: QueryUnit): string {
  const [action = [], subject = []] = [event?.actions[0], event?.subjects[0]];
  const terms = [action, subject, phrase].map((each) => each.join(' '));
  return [kind, parts?.length ?? 0, ...terms].join(':');
}

function withoutQuotations(prompt: string): string {
  return prompt.replace(/"([^"]*)"/g, (quotation, inside: string) =>
    /[\p{L}\p{N}]/u.test(inside) ? ' , ' : quotation,
  );
}

function withSupport({ units, separator }: UnitGroup): UnitGroup {
  return { units: units.map(markedIfSupporting), separator };
}

/** Drops vague units, unless the prompt has no others. */
function withoutVague(groups: readonly UnitGroup[]): UnitGroup[] {
  const specific = groups.map(({ units, separator }) => ({
    separator,
    units: withCompanies(units).filter((unit) => !isVague(unit) && !isImplied(unit, groups)),
  }));
  const isEmpty = specific.every(({ units }) => units.length === 0);
  return isEmpty ? [...groups] : withoutEmpty(specific);
}

/** Who does what, so that news need not say it, by the subjects of events. */
const impliedAgents: Readonly<Record<string, string>> = {
  'prime rate': 'bank',
  'base rate': 'bank',
};

/** Whether an event of the prompt implies a unit, as raising the prime rate does a bank. */
function isImplied({ kind, subject }: QueryUnit, groups: readonly UnitGroup[]): boolean {
  const isEventOf = ({ event, subject: object }: QueryUnit) =>
    event !== undefined && impliedAgents[object?.label ?? ''] === subject?.label;
  return (
    kind === 'word' && subject !== undefined && groups.some(({ units }) => units.some(isEventOf))
  );
}

function withCompanies(units: readonly QueryUnit[]): QueryUnit[] {
  return units.map((unit, index) => {
    const next = units[index + 1];
    return next && isCompany(next) && isPlace(unit) ? companiesOf(unit, next) : unit;
  });
}

/** "European companies" is about companies, although "company" is vague elsewhere. */
function isCompany({ subject }: QueryUnit): boolean {
  return subject?.label === 'company';
}

function isPlace({ kind, spellings }: QueryUnit): boolean {
  return kind === 'region' || (kind === 'name' && spellings.length > 0);
}

function groupUnits(units: readonly (QueryUnit | Separator)[]): UnitGroup[] {
  const groups: UnitGroup[] = [];
  let separator: Separator = 'break';
  let current: UnitGroup | undefined;
  for (const unit of units) {
    if (typeof unit !== 'string') {
      if (current) current.units.push(unit);
      else {
        current = { units: [unit], separator };
        groups.push(current);
      }
      continue;
    }
    separator = current ? (unit === 'clause' ? 'break' : unit) : combined(separator, unit);
    current = undefined;
  }
  return resolveCommas(groups);
}

/** Commas separate alternatives if an "or" ends the list, or if there are at least two of them. */
function resolveCommas(groups: readonly UnitGroup[]): UnitGroup[] {
  const resolved: UnitGroup[] = [];
  for (let start = 0; start < groups.length; ) {
    let end = start;
    while (groups[end]?.separator === 'comma') end += 1;
    const separator = groups[end]?.separator === 'or' || end - start > 1 ? 'or' : 'break';
    resolved.push(...groups.slice(start, end).map((group) => ({ ...group, separator }) as const));
    resolved.push(...groups.slice(end, end + 1));
    start = end + 1;
  }
  return resolved;
}

function splitClauses(groups: readonly UnitGroup[]): UnitGroup[][] {
  const clauses: UnitGroup[][] = [];
  for (const group of groups) {
    const last = clauses.at(-1);
    if (last && group.separator !== 'clause') last.push(group);
    else clauses.push([group]);
  }
  return clauses;
}

function requirementsOf(groups: readonly UnitGroup[]): Requirement[] {
  const requirements: Requirement[] = [];
  for (let start = 0; start < groups.length; ) {
    let end = start + 1;
    while (groups[end]?.separator === 'or') end += 1;
    requirements.push(...requirementsOfChoice(groups.slice(start, end).map(({ units }) => units)));
    start = end;
  }
  return requirements;
}

/**
 * The requirements of groups joined by "or". If one side has more units, the extra ones apply to
 * both sides: "oil prices or production" is about oil, "copper or lithium prices" about prices.
 */
function requirementsOfChoice(sides: readonly QueryUnit[][]): Requirement[] {
  const [first = []] = sides;
  if (sides.length === 1) return first.map(unitRequirement);
  // Nothing divides the words of an unspaced script.
  if (sides.flat().some(({ word }) => word !== undefined)) return [{ alternatives: [...sides] }];
  const last = sides.at(-1) ?? [];
  const shortest = Math.min(...sides.map((side) => side.length));
  const endsWithName = first.at(-1)?.kind === 'name';
  const startsWithName = last[0]?.kind === 'name';
  const hasName = endsWithName || startsWithName;
  const tailLength = endsWithName ? 1 : hasName ? first.length : shortest;
  const headLength = startsWithName ? 1 : hasName ? last.length : shortest;
  const tail = first.slice(first.length - tailLength);
  const head = last.slice(0, headLength);
  // "Vaccines or vaccination campaigns": both sides begin with the same term.
  if (textOf(tail) === textOf(head)) return [{ alternatives: [...sides] }];
  const excess = [...first.slice(0, first.length - tailLength), ...last.slice(headLength)];
  return [{ alternatives: [tail, ...sides.slice(1, -1), head] }, ...excess.map(unitRequirement)];
}

function unitRequirement(unit: QueryUnit): Requirement {
  return { alternatives: [[unit]] };
}

function textOf(units: readonly QueryUnit[]): string {
  return units.map(({ phrase }) => phrase.join(' ')).join(' ');
}
