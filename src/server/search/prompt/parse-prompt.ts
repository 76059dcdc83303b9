import type { Steps } from '../../../node/steps.ts';
import { defaultLanguage, type Language } from '../text/languages.ts';
import { resolveAnd } from './and-scope.ts';
import { coordinate, type Slot } from './coordination.ts';
import { isListFrame, listItems } from './list-items.ts';
import { companiesOf, pairEvents } from './pair-events.ts';
import { withPeriodResults } from './period-results.ts';
import { isVague, type QueryUnit, type QuotedPhrase, quotedUnit } from './query-unit.ts';
import { queryUnits } from './query-units.ts';
import { markedIfSupporting } from './supporting-words.ts';
import { groupUnits, type UnitGroup, withoutEmpty } from './unit-groups.ts';
import { isVerb, verbIndex } from './verbs.ts';

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
 * @param phrases the quoted phrases of the prompt, each in alternative terms
 * @param languages the plausible languages, most probable first
 */
export function* parsePrompt(
  prompt: string,
  phrases: readonly QuotedPhrase[],
  languages: readonly Language[] = [defaultLanguage],
): Steps<QueryClause[]> {
  const clauses: QueryClause[] = [];
  for (const item of listItems(prompt))
    clauses.push(...(yield* parseItem(item, phrases, languages)));
  return clauses;
}

function* parseItem(
  { text, offset }: { text: string; offset: number },
  phrases: readonly QuotedPhrase[],
  languages: readonly Language[],
): Steps<QueryClause[]> {
  const marks = withPhrases(yield* queryUnits(withMarks(text, offset), languages), phrases);
  const isEnglish = languages[0] === defaultLanguage;
  const groups = withoutModifiers(groupUnits(marks));
  const resolved = withConditions(resolveCommas(resolveAnd(groups, isListFrame(text))));
  const clauses = splitClauses(resolved).map((clause) =>
    withPeriodResults(pairEvents(withCompanies(slotsOf(clause)))),
  );
  return withoutVague(clauses)
    .map((slots) => slots.map((slot) => (isEnglish ? withSupport(slot) : slot)))
    .map((slots) => uniqueRequirements(slots.flatMap(requirementsOf)))
    .filter((clause) => clause.length > 0);
}

/**
 * The alternatives that an exclusion names: "gold, silver or copper mines" has three. Empty if it
 * has no words that say anything.
 *
 * @param phrases the quoted phrases of the exclusion, each in alternative terms
 */
export function* parseExclusion(
  text: string,
  phrases: readonly QuotedPhrase[],
  languages: readonly Language[],
): Steps<QueryUnit[][]> {
  const marks = withPhrases(yield* queryUnits(withMarks(text, 0), languages, true), phrases);
  const groups = groupUnits(marks).map((group) => ({
    ...group,
    // "France and Germany" excludes both.
    separator: group.separator === 'and' || group.separator === 'both' ? 'or' : group.separator,
    units: group.units.filter((unit) => !isFiller(unit)),
  }));
  const isEmpty = groups.every(({ units }) => units.every(isVague));
  const specific = groups.map((group) => ({
    ...group,
    units: group.units.filter((unit) => isEmpty || !isVague(unit)),
  }));
  const joined: QueryUnit[][] = [];
  for (const { units, separator } of resolveCommas(withoutEmpty(specific))) {
    const last = joined.at(-1);
    if (last && separator === 'break') last.push(...units);
    else joined.push([...units]);
  }
  return joined;
}

/** A word that stands for a quoted phrase, followed by a letter. */
const phraseMark = 'xquotedphrase';
const letters = 'abcdefgh';

/** Replaces each quotation by a mark. @param offset number of quotations before the text */
function withMarks(text: string, offset: number): string {
  let count = offset;
  return text.replace(/"([^"]*)"/g, (_, inside: string) => {
    if (!/[\p{L}\p{N}]/u.test(inside)) return ' ';
    count += 1;
    return ` ${phraseMark}${letters[count - 1]} `;
  });
}

/** Replaces each mark by its quoted phrase. */
function withPhrases<Mark extends string>(
  units: readonly (QueryUnit | Mark)[],
  phrases: readonly QuotedPhrase[],
): (QueryUnit | Mark)[] {
  return units.map((unit) => {
    const isMark = typeof unit !== 'string' && unit.label.startsWith(phraseMark);
    const phrase = isMark ? phrases[letters.indexOf(unit.label.slice(-1))] : undefined;
    return phrase ? quotedUnit(phrase) : unit;
  });
}

const fillers = new Set([
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

function withSupport(slot: Slot): Slot {
  const alternatives = slot.alternatives.map((units) => units.map(markedIfSupporting));
  return { ...slot, alternatives };
}

/**
 * Drops words such as "new", which say nothing about the units they belong to, but not yet the subject
 * of a verb: in "an investor or a group raises its stake", both raise it.
 */
function withoutModifiers(groups: readonly UnitGroup[]): UnitGroup[] {
  const kept = groups.map((group) => {
    const isDropped = (unit: QueryUnit, at: number) => {
      const next = group.units[at + 1];
      const isSubject = group.separator === 'or' && next !== undefined && isVerb(next);
      return isVague(unit) && !unit.action && !unit.subject && unit.isVerb !== true && !isSubject;
    };
    const units = group.units.filter((unit, at) => !isDropped(unit, at));
    return { ...group, units, separator: isReport(group) ? ('both' as const) : group.separator };
  });
  return kept.every(({ units }) => units.every(isVague)) ? [...groups] : withoutEmpty(kept);
}

/** "(Cut jobs) and announce closures": requires both. */
function isReport({ units: [verb, object], separator }: UnitGroup): boolean {
  return (
    separator === 'and' &&
    object !== undefined &&
    /^(?:announce|report)s?$/i.test(verb?.label ?? '')
  );
}

/** Drops vague units, unless the prompt has no others. */
function withoutVague(clauses: readonly Slot[][]): Slot[][] {
  const isDropped = (unit: QueryUnit) => isVague(unit) || isImplied(unit, clauses);
  const specific = clauses.map((slots) =>
    slots
      .map((slot) => ({
        ...slot,
        alternatives: slot.alternatives.map((units) => units.filter((unit) => !isDropped(unit))),
      }))
      // "An investor or a group": anybody.
      .filter(({ alternatives }) => alternatives.every((units) => units.length > 0)),
  );
  return specific.every((slots) => slots.length === 0) ? [...clauses] : specific;
}

/** Who does what, so that news need not say it, by the subjects of events. */
const impliedAgents: Readonly<Record<string, string>> = {
  'prime rate': 'bank',
  'base rate': 'bank',
};

/** Whether an event of the prompt implies a unit, as raising the prime rate does a bank. */
function isImplied({ kind, subject }: QueryUnit, clauses: readonly Slot[][]): boolean {
  if (kind !== 'word' || !subject) return false;
  return clauses.some((slots) =>
    slots.some(({ alternatives }) =>
      alternatives.some((units) =>
        units.some(
          ({ event, subject: object }) =>
            event !== undefined && impliedAgents[object?.label ?? ''] === subject.label,
        ),
      ),
    ),
  );
}

/** Joins places with the word for companies after them. */
function withCompanies(slots: readonly Slot[]): Slot[] {
  const joined = slots.map((slot) => ({
    ...slot,
    alternatives: slot.alternatives.map((units) =>
      units.map((unit, index) => {
        const next = units[index + 1];
        return next && isCompany(next) && isPlace(unit) ? companiesOf(unit, next) : unit;
      }),
    ),
  }));
  for (const [at, slot] of joined.entries()) {
    const next = joined[at + 1];
    const company = next?.alternatives[0]?.[0];
    // "French or Italian companies"
    if (next?.follows !== 'directly' || !company || !isCompany(company)) continue;
    slot.alternatives = slot.alternatives.map((units) => {
      const last = units.at(-1);
      return last && isPlace(last) ? [...units.slice(0, -1), companiesOf(last, company)] : units;
    });
  }
  return joined;
}

/** "European companies" is about companies, although "company" is vague elsewhere. */
function isCompany({ subject }: QueryUnit): boolean {
  return subject?.label === 'company';
}

function isPlace({ kind, spellings }: QueryUnit): boolean {
  return kind === 'region' || (kind === 'name' && spellings.length > 0);
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

/** "A merger is called off or a strike begins": the second part has a subject of its own. */
function withConditions(groups: readonly UnitGroup[]): UnitGroup[] {
  return groups.map((group, index) => {
    const left = groups[index - 1];
    const hasSubject = group.determiner !== undefined && verbIndex(group.units) > 0;
    const continues = left !== undefined && index > 1 && verbIndex(left.units) === 0;
    const isCondition = group.separator === 'or' && hasSubject && continues;
    return isCondition ? { ...group, separator: 'condition' } : group;
  });
}

function splitClauses(groups: readonly UnitGroup[]): UnitGroup[][] {
  const clauses: UnitGroup[][] = [];
  for (const group of groups) {
    const last = clauses.at(-1);
    if (last && group.separator !== 'condition') last.push(group);
    else clauses.push([group]);
  }
  return clauses;
}

function slotsOf(groups: readonly UnitGroup[]): Slot[] {
  const slots: Slot[] = [];
  for (let start = 0; start < groups.length; ) {
    let end = start + 1;
    while (groups[end]?.separator === 'or') end += 1;
    slots.push(...coordinate(groups.slice(start, end)));
    start = end;
  }
  return slots;
}

function requirementsOf({ alternatives }: Slot): Requirement[] {
  const [only = [], ...others] = alternatives;
  return others.length > 0 ? [{ alternatives }] : only.map((unit) => ({ alternatives: [[unit]] }));
}
