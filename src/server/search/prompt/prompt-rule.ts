import { analyze } from '../text/analyzer.ts';
import { defaultLanguage, type Language } from '../text/languages.ts';
import { isPlace } from '../text/regions.ts';
import type { AmountLimit } from './amount-limits.ts';
import type { Direction } from './direction.ts';
import { type EventAgents, eventAgents, isOfAgents } from './event-agents.ts';
import { areNear, evidenceOf, isAbout, leads, type UnitPhrases, unitPhrases } from './evidence.ts';
import type { JudgedItem } from './judged-item.ts';
import { limitEvidence } from './limit-evidence.ts';
import { isOptional } from './optional-words.ts';
import { type QueryClause, unitKey } from './parse-prompt.ts';
import type { QueryUnit } from './query-unit.ts';
import type { PromptCondition } from './read-prompt.ts';
import {
  clauseStrength,
  isPresent,
  matchRequirement,
  type UnitMatch,
} from './requirement-match.ts';
import { sentencesOf } from './sentences.ts';
import { type TermPlaces, termPlaces } from './term-places.ts';
import { specificityOf, termWeight } from './term-weight.ts';
import { maxReported, type UnitReports, unitReports } from './unit-reports.ts';
import { unitPhraseTerms, unitsOf } from './unit-terms.ts';
import { writtenName } from './written-name.ts';

/**
 * Judges a news item by itself, without statistics of the collection.
 *
 * @returns the strength of the match, above 0 and up to 1; `undefined` if the item does not satisfy
 * the condition
 */
export type PromptRule = (item: JudgedItem) => number | undefined;

/** The values of a unit that do not depend on the news item. */
interface WeightedUnit extends Pick<UnitMatch, 'weight' | 'isSpecific'> {
  isSupporting: boolean;
  isOptional: boolean;
  isPlace: boolean;
  support: QueryUnit['support'] | undefined;
  phrases: UnitPhrases;
  reports: UnitReports | undefined;
}

/** A clause whose units are compiled: for each requirement, its alternatives. */
interface CompiledClause {
  requirements: WeightedUnit[][][];
  /** Those that have no alternative of words only. */
  mandatory: WeightedUnit[][][];
  agents: EventAgents[];
  limits: { limit: AmountLimit; subjects: string[][]; direction: Direction | undefined }[];
}

/** Compiles the rule of a condition. */
export function promptRule({
  clauses,
  exclusions,
  limits,
  languages,
}: PromptCondition): PromptRule {
  const weighted = new Map<string, WeightedUnit>();
  const weightedUnit = (unit: QueryUnit): WeightedUnit => {
    // A prompt may repeat a unit.
    const key = unitKey(unit);
    const known = weighted.get(key) ?? {
      phrases: unitPhrases(unit),
      weight: unitWeight(unit),
      isSpecific: isSpecific(unit),
      reports: unitReports(unit),
      isPlace: unit.kind === 'region' || (unit.kind === 'name' && isPlace(unit.phrase)),
      isOptional: isOptional(unit),
      isSupporting: unit.support !== undefined,
      support: unit.support,
    };
    weighted.set(key, known);
    return known;
  };
  const compiled = clauses.map<CompiledClause>((clause) => {
    const requirements = clause.map(({ alternatives }) =>
      alternatives.map((each) => each.map(weightedUnit)),
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
  });
  const excluded = exclusions.map((each) => {
    const phrases = each.map(unitPhrases);
    const names = languages[0] === 'en' && each.every(isNamed) ? phrases : [];
    return { units: phrases, names, written: writtenName(each, clauses) };
  });
  const wantedNames = unitsOf(clauses).filter(isNamed).map(unitPhrases);
  return (item) => {
    const places = termPlaces(item);
    let strength = 0;
    for (const clause of compiled) {
      const found = judgeClause(clause, places, item);
      if (found === undefined || found <= strength) continue;
      strength = Math.max(strength, found * limitsEvidence(clause, item, languages));
    }
    if (strength === 0) return undefined;
    const isExcluded = excluded.some(
      ({ units, names, written }) =>
        units.every((unit) => isAbout(unit, places)) &&
        (written?.test(item.rawText ?? '') ?? true) &&
        !(
          names.length > 0 &&
          wantedNames.some((name) => names.every((each) => leads(name, each, places)))
        ),
    );
    return isExcluded ? undefined : strength;
  };
}

/**
 * Compiles the rule of an agentic monitor, whose agent chooses among the items that have any term of
 * the condition.
 */
export function looseRule(condition: PromptCondition): PromptRule {
  const strict = promptRule(condition);
  return (item) => strict(item) ?? 0.1;
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

function judgeClause(
  { requirements, mandatory, agents }: CompiledClause,
  places: TermPlaces,
  item: JudgedItem,
): number | undefined {
  const matches = new Map<WeightedUnit, UnitMatch>();
  const matchOf = (unit: WeightedUnit): UnitMatch => {
    const known = matches.get(unit);
    if (known) return known;
    const { phrases, reports, support, weight, isSpecific, isSupporting, isOptional, isPlace } =
      unit;
    const inTerms = evidenceOf(phrases, places);
    const sentences = reports && inTerms >= minReported ? sentencesOf(item) : undefined;
    const evidence =
      reports && sentences ? Math.min(inTerms, maxReported(reports, sentences)) : inTerms;
    const match = {
      weight,
      isSpecific,
      isSupporting,
      isOptional,
      isPlace,
      evidence,
      isPresent: isPresent(phrases.kind, support, evidence),
    };
    matches.set(unit, match);
    return match;
  };
  const isMet = (alternatives: WeightedUnit[][]) =>
    alternatives.some((units) => units.every((unit) => matchOf(unit).isPresent));
  // Most items lack a name, an event or a region.
  if (!mandatory.every(isMet)) return undefined;
  const strength = clauseStrength(
    requirements.map((alternatives) =>
      matchRequirement(alternatives.map((units) => units.map(matchOf))),
    ),
  );
  if (strength === undefined) return undefined;
  const sentences = agents.length > 0 ? sentencesOf(item) : undefined;
  if (sentences && !agents.every((each) => isOfAgents(each, sentences))) return undefined;
  return strength * togetherness(requirements, places);
}

/** Minimum evidence in terms of an event whose sentences are read. */
const minReported = 0.5;

/** Factor for words that are next to each other in the prompt, but not in the item. */
const separateFactor = 0.85;

function togetherness(requirements: readonly WeightedUnit[][][], places: TermPlaces): number {
  let factor = 1;
  for (const [at, requirement] of requirements.entries()) {
    const [word, next] = [onlyWord(requirement), onlyWord(requirements[at + 1] ?? [])];
    if (word && next && !areNear(word, next, places)) factor *= separateFactor;
  }
  return factor;
}

/** The unit of a requirement that is a single word or phrase. */
function onlyWord([alternative, ...others]: WeightedUnit[][]): UnitPhrases | undefined {
  const [unit, ...more] = alternative ?? [];
  const isOnly = others.length === 0 && more.length === 0;
  return isOnly && unit?.phrases.kind === 'word' ? unit.phrases : undefined;
}

function limitsEvidence(
  { limits }: CompiledClause,
  { rawText = '' }: JudgedItem,
  languages: readonly Language[],
): number {
  let lowest = 1;
  for (const { limit, subjects, direction } of limits) {
    const hasSubject = (text: string) =>
      amountLanguages(languages).some((each) => hasPhrase(analyze(text, each).terms, subjects));
    const evidence = limitEvidence(rawText, limit, hasSubject, direction);
    lowest = Math.min(lowest, evidence);
  }
  return lowest;
}

/** The languages in which the words around amounts are compared: English without any other. */
function amountLanguages(languages: readonly Language[]): readonly Language[] {
  const [first = defaultLanguage] = languages;
  return first === defaultLanguage ? [first] : [first, defaultLanguage];
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

function hasPhrase(terms: readonly string[], phrases: readonly string[][]): boolean {
  return phrases.some((phrase) =>
    terms.some((_, at) => phrase.every((term, offset) => terms[at + offset] === term)),
  );
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
