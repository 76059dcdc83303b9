import { counted } from '../../../contract/counted.ts';
import type { TermStatistics } from '../ranking/concepts.ts';
import { stopTerms } from '../text/stop-words.ts';
import { coverageTerms, languageWarning } from './language-coverage.ts';
import type { QueryClause } from './parse-prompt.ts';
import { isVague, type QueryUnit } from './query-unit.ts';
import type { PromptCondition } from './read-prompt.ts';
import { unitPhraseTerms, unitsOf } from './unit-terms.ts';

/** Why a prompt cannot be used; `undefined` if it can. */
export function promptError(condition: PromptCondition): string | undefined {
  const { clauses, exclusions, emptyExclusions } = condition;
  const [marker] = emptyExclusions;
  if (marker !== undefined) return `names nothing to exclude after ${JSON.stringify(marker)}`;
  if (clauses.length === 0) {
    return exclusions.length > 0 ? onlyExcludes(exclusions) : nothingNamed(condition);
  }
  const limits = contradictoryLimits(condition);
  if (limits) return `asks for ${limits} at once`;
  const contradiction = exclusions.find((units) =>
    clauses.every((clause) => units.every((unit) => isRequired(unit, clause))),
  );
  if (!contradiction) return undefined;
  const label = contradiction.map((unit) => unit.label).join(' ');
  return `asks for ${JSON.stringify(label)} and excludes it`;
}

/** Two amounts of the same kind that no amount can be within: "above 10 and below 5 dollars". */
function contradictoryLimits({ limits }: PromptCondition): string | undefined {
  for (const { min, unit, noun, label } of limits) {
    const other = limits.find(
      (each) =>
        each.unit === unit &&
        each.noun.join(' ') === noun.join(' ') &&
        min !== undefined &&
        (each.max ?? min) < min,
    );
    if (other) return `${JSON.stringify(label)} and ${JSON.stringify(other.label)}`;
  }
  return undefined;
}

function onlyExcludes(exclusions: readonly QueryUnit[][]): string {
  const [units = []] = exclusions;
  const label = JSON.stringify(units.map((unit) => unit.label).join(' '));
  return `only says what to exclude (${label}); also name what to watch for, or put a phrase that begins with "no" or "not" in quotes`;
}

function nothingNamed({ limits }: PromptCondition): string {
  const [limit] = limits;
  return limit
    ? `names nothing to watch for besides the amount ${JSON.stringify(limit.label)}; also name what the amount is of`
    : 'names nothing to watch for: it has no words other than "the", "when", "news" and the like';
}

/**
 * What a prompt may miss or find too much of.
 *
 * @param statistics of the news, for the {@link termsToCheck}
 * @param suggestions for the {@link unknownWords}, by word
 */
export function promptWarnings(
  condition: PromptCondition,
  statistics: TermStatistics,
  suggestions: ReadonlyMap<string, string> = new Map(),
): string[] {
  const { clauses, unreadLimits, ignoredExclusions } = condition;
  const warnings = unreadLimits.map(
    (text) => `${JSON.stringify(text)} is ignored: its amount cannot be read`,
  );
  for (const text of ignoredExclusions.slice(0, maxUnknown)) {
    warnings.push(`nothing is excluded by ${JSON.stringify(text)}: it names no subject`);
  }
  const units = unitsOf(clauses);
  if (units.length > 0 && units.every(saysLittle)) {
    const words = units.map(({ label }) => JSON.stringify(label)).join(', ');
    warnings.push(`the prompt has only words that most news contains: ${words}`);
  }
  const most = Math.max(0, ...clauses.map(spacedRequirements));
  if (most > maxRequirements) {
    warnings.push(
      `a news item must have most of ${most} words and names to match; use fewer, or "or" between alternatives`,
    );
  }
  const language = languageWarning(condition, statistics);
  if (language) warnings.push(language);
  const missing = unknownWords(condition, statistics);
  // Without news in its language, no word of a prompt is known.
  const unknown = language ? missing.filter((label) => suggestions.has(label)) : missing;
  for (const label of unknown.slice(0, maxUnknown)) {
    const other = suggestions.get(label);
    const advice = other ? `did you mean ${JSON.stringify(other)}?` : 'check its spelling';
    warnings.push(`no news contains ${JSON.stringify(label)} yet; ${advice}`);
  }
  if (unknown.length > maxUnknown) {
    warnings.push(
      `no news contains ${counted(unknown.length - maxUnknown, 'other word')} of the prompt yet`,
    );
  }
  return warnings;
}

/** The words, names and events of a prompt that no news contains in any form; empty without news. */
export function unknownWords(
  { clauses }: PromptCondition,
  { size, frequencies }: TermStatistics,
): string[] {
  if (size === 0) return [];
  const unknown = unitsOf(clauses).filter((unit) => !isKnown(unit, frequencies));
  return [...new Set(unknown.map(({ label }) => label))];
}

/** Number of requirements, without the pairs of characters of words in unspaced scripts. */
function spacedRequirements(clause: QueryClause): number {
  return clause.filter(({ alternatives }) =>
    alternatives.flat().every(({ word }) => word === undefined),
  ).length;
}

/** Number of requirements that a news item can still be expected to have. */
const maxRequirements = 6;
/** Maximum number of words that are reported as unknown. */
const maxUnknown = 5;

/** The terms whose frequencies {@link promptWarnings} needs. */
export function termsToCheck(condition: PromptCondition): string[] {
  const terms = unitsOf(condition.clauses).flatMap(unitPhraseTerms).flat();
  return [...new Set([...terms, ...coverageTerms(condition)])];
}

/** Whether most news has the unit: a vague word, or only such words in quotes. */
function saysLittle(unit: QueryUnit): boolean {
  const isVagueTerm = (term: string) =>
    stopTerms().has(term) || isVague({ ...unit, kind: 'word', phrase: [term] });
  return unit.kind === 'quoted' ? unit.phrase.every(isVagueTerm) : isVague(unit);
}

function isKnown(unit: QueryUnit, frequencies: ReadonlyMap<string, number>): boolean {
  return unitPhraseTerms(unit).some((phrase) => phrase.every((term) => frequencies.has(term)));
}

function isRequired(unit: QueryUnit, clause: QueryClause): boolean {
  const text = unit.phrase.join(' ');
  return clause.some(({ alternatives }) =>
    alternatives.every((units) => units.some(({ phrase }) => phrase.join(' ') === text)),
  );
}
