import { isPlace } from '../text/regions.ts';
import type { AmountLimit } from './amount-limits.ts';
import type { Direction } from './direction.ts';
import { type EventAgents, eventAgents } from './event-agents.ts';
import { type UnitPhrases, unitPhrases } from './evidence.ts';
import { isOptional } from './optional-words.ts';
import { type QueryClause, unitKey } from './parse-prompt.ts';
import type { QueryUnit } from './query-unit.ts';
import type { PromptCondition } from './read-prompt.ts';
import type { UnitMatch } from './requirement-match.ts';
import { specificityOf, termWeight } from './term-weight.ts';
import { type UnitReports, unitReports } from './unit-reports.ts';
import { unitPhraseTerms, unitsOf } from './unit-terms.ts';
import { writtenName } from './written-name.ts';

/** The values of a unit that do not depend on the news item. */
export interface WeightedUnit extends Pick<UnitMatch, 'weight' | 'isSpecific'> {
  isSupporting: boolean;
  isOptional: boolean;
  isPlace: boolean;
  support: QueryUnit['support'] | undefined;
  phrases: UnitPhrases;
  reports: UnitReports | undefined;
}

/** A clause whose units are compiled: for each requirement, its alternatives. */
export interface CompiledClause {
  requirements: WeightedUnit[][][];
  /** Those that have no alternative of words only. */
  mandatory: WeightedUnit[][][];
  agents: EventAgents[];
  limits: { limit: AmountLimit; subjects: string[][]; direction: Direction | undefined }[];
}

/** What an item must not be about. */
interface CompiledExclusion {
  units: UnitPhrases[];
  /** The same if it consists of names: an item that is more about a wanted name is not excluded. */
  names: UnitPhrases[];
  written: RegExp | undefined;
}

/** A condition as items are judged by it. */
export interface CompiledCondition extends Pick<PromptCondition, 'languages'> {
  clauses: CompiledClause[];
  exclusions: CompiledExclusion[];
  /** The names that the condition asks for; empty without exclusions, which they are compared with. */
  wantedNames: UnitPhrases[];
}

/** The parts of a condition that decide which items satisfy it. */
export type RuleCondition = Pick<
  PromptCondition,
  'clauses' | 'exclusions' | 'limits' | 'languages'
>;

export function compileCondition({
  clauses,
  exclusions,
  limits,
  languages,
}: RuleCondition): CompiledCondition {
  const weighted = new Map<string, WeightedUnit>();
  // A prompt may repeat a unit.
  const weightedOnce = (unit: QueryUnit): WeightedUnit => {
    const key = unitKey(unit);
    const known = weighted.get(key) ?? weightedUnit(unit);
    weighted.set(key, known);
    return known;
  };
  return {
    clauses: clauses.map((clause) => {
      const requirements = clause.map(({ alternatives }) =>
        alternatives.map((each) => each.map(weightedOnce)),
      );
      return {
        requirements,
        mandatory: requirements.filter(isMandatory).sort(byCost),
        agents: eventAgents(clause),
        limits: limits.map((limit) => ({
          limit,
          subjects: amountSubjects(clause, limit),
          direction: limit.isLevel ? undefined : (limit.direction ?? directionOfEvents(clause)),
        })),
      };
    }),
    exclusions: exclusions.map((each) => {
      const units = each.map(unitPhrases);
      const names = languages[0] === 'en' && each.every(isNamed) ? units : [];
      return { units, names, written: writtenName(each, clauses) };
    }),
    wantedNames: exclusions.length > 0 ? unitsOf(clauses).filter(isNamed).map(unitPhrases) : [],
    languages,
  };
}

function weightedUnit(unit: QueryUnit): WeightedUnit {
  return {
    phrases: unitPhrases(unit),
    weight: unitWeight(unit),
    isSpecific: isSpecific(unit),
    reports: unitReports(unit),
    isPlace: unit.kind === 'region' || (unit.kind === 'name' && isPlace(unit.phrase)),
    isOptional: isOptional(unit),
    isSupporting: unit.support !== undefined,
    support: unit.support,
  };
}

/** Whether every alternative has a name, a region, an event or a quoted phrase. */
function isMandatory(alternatives: WeightedUnit[][]): boolean {
  return alternatives.every((units) => units.some(({ phrases }) => phrases.kind !== 'word'));
}

/** Sentences are read last. */
function byCost(a: WeightedUnit[][], b: WeightedUnit[][]): number {
  const readsSentences = (alternatives: WeightedUnit[][]) =>
    Number(alternatives.flat().some(({ reports }) => reports !== undefined));
  return readsSentences(a) - readsSentences(b);
}

/** What an amount is of: the words and events of the clause, else its names. */
function amountSubjects(clause: QueryClause, { noun }: AmountLimit): string[][] {
  const units = unitsOf([clause]);
  const words = units.filter(({ kind }) => kind === 'word' || kind === 'event');
  const subjects = (words.length > 0 ? words : units).flatMap(amountForms);
  return subjects.length > 0 ? subjects : [noun];
}

/** What rises or falls, without the words for that, or all forms of a unit. */
function amountForms(unit: QueryUnit): string[][] {
  const { event } = unit;
  return event?.direction ? [...event.subjects, ...event.newsSubjects] : unitPhraseTerms(unit);
}

function directionOfEvents(clause: QueryClause): Direction | undefined {
  return unitsOf([clause]).find(({ event }) => event?.direction)?.event?.direction;
}

/** Whether a unit is a name other than of a place, or capitalized like one. */
function isNamed({ kind, label, phrase, spellings }: QueryUnit): boolean {
  if (spellings.length > 0) return false;
  if (kind === 'name') return true;
  const isCapitalized = kind === 'word' && /^\p{Lu}/u.test(label);
  return isCapitalized && phrase.every((term) => specificityOf(term) === 'specific');
}

function isSpecific({ kind, phrase }: QueryUnit): boolean {
  return kind !== 'word' || phrase.some((term) => specificityOf(term) === 'specific');
}

/** The weight of the rarest term. */
function unitWeight({ phrase, kind }: QueryUnit): number {
  if (kind === 'event') return termWeight('', 0, 0);
  return Math.max(...phrase.map((term) => termWeight(term, 0, 0)));
}
