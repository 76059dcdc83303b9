import { analyze } from '../text/analyzer.ts';
import { defaultLanguage, type Language } from '../text/languages.ts';
import {
  type CompiledClause,
  type CompiledCondition,
  compileCondition,
  type RuleCondition,
  type WeightedUnit,
} from './compiled-condition.ts';
import { isOfAgents } from './event-agents.ts';
import { areNear, evidenceOf, isAbout, leads, type UnitPhrases } from './evidence.ts';
import type { JudgedItem } from './judged-item.ts';
import { limitEvidence } from './limit-evidence.ts';
import {
  clauseStrength,
  isPresent,
  matchRequirement,
  type UnitMatch,
} from './requirement-match.ts';
import { sentencesOf } from './sentences.ts';
import { type TermPlaces, termPlaces } from './term-places.ts';
import { maxReported } from './unit-reports.ts';

/**
 * Judges a news item by itself, without statistics of the collection.
 *
 * @returns the strength of the match, above 0 and up to 1; `undefined` if the item does not satisfy
 * the condition
 */
export type PromptRule = (item: JudgedItem) => number | undefined;

/** Compiles the rule of a condition. */
export function promptRule(condition: RuleCondition): PromptRule {
  const compiled = compileCondition(condition);
  return (item) => judgeItem(compiled, item);
}

/**
 * Compiles the rule of an agentic monitor, whose agent chooses among the items that have any term of
 * the condition.
 */
export function looseRule(condition: RuleCondition): PromptRule {
  const strict = promptRule(condition);
  return (item) => strict(item) ?? 0.1;
}

function judgeItem(
  { clauses, exclusions, wantedNames, languages }: CompiledCondition,
  item: JudgedItem,
): number | undefined {
  const places = termPlaces(item);
  let strength = 0;
  for (const clause of clauses) {
    const found = judgeClause(clause, places, item);
    if (found === undefined || found <= strength) continue;
    strength = Math.max(strength, found * limitsEvidence(clause, item, languages));
  }
  if (strength === 0) return undefined;
  const isExcluded = exclusions.some(
    ({ units, names, written }) =>
      units.every((unit) => isAbout(unit, places)) &&
      (written?.test(item.rawText ?? '') ?? true) &&
      !(
        names.length > 0 &&
        wantedNames.some((name) => names.every((each) => leads(name, each, places)))
      ),
  );
  return isExcluded ? undefined : strength;
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

function hasPhrase(terms: readonly string[], phrases: readonly string[][]): boolean {
  return phrases.some((phrase) =>
    terms.some((_, at) => phrase.every((term, offset) => terms[at + offset] === term)),
  );
}
