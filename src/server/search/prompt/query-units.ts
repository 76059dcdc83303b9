import type { Steps } from '../../../node/steps.ts';
import { joinedForms } from '../text/joined-forms.ts';
import { defaultLanguage, type Language } from '../text/languages.ts';
import { termAlternatives } from '../text/term-alternatives.ts';
import { germanName, germanNameLength } from './german-names.ts';
import { knownUnit, TermSequence } from './known-units.ts';
import { localConjunction } from './local-conjunctions.ts';
import { localUnit } from './local-units.ts';
import { capitalsMarkNames, nameLength, nameUnit } from './name-units.ts';
import type { QueryUnit } from './query-unit.ts';
import { type QueryWord, queryWords } from './query-words.ts';
import { type Separator, separatorAfter, separatorsOf } from './separators.ts';
import { wordUnits } from './word-units.ts';

/** Verbs that are commands at the start of a prompt with several other words. */
const openingVerbs = new Set(['monitor', 'track', 'watch', 'follow']);

/**
 * Splits a prompt without quotations into units and separators.
 *
 * @param betweenNames what "and" means between two names (default: both are required)
 */
export function* queryUnits(
  prompt: string,
  languages: readonly Language[] = [defaultLanguage],
  betweenNames: Separator = 'break',
): Steps<(QueryUnit | Separator)[]> {
  const [language = defaultLanguage] = languages;
  const words = withoutOpeningVerb(queryWords(prompt, language));
  const isGerman = language === 'de';
  const isExclusion = betweenNames === 'or';
  const detectNames = !isGerman && capitalsMarkNames(words);
  const nameOf = isGerman ? germanName : nameUnit;
  const namedAt = (index: number) => {
    if (isGerman) return isExclusion ? germanNameLength(words, index) : 0;
    return detectNames ? nameLength(words, index, language) : 0;
  };
  const sequence = new TermSequence(words);
  const units: (QueryUnit | Separator)[] = [];
  let isPair = false;
  for (let index = 0; index < words.length; ) {
    yield;
    const word = words[index];
    if (!word) break;
    const conjunction = localConjunction(words, index, languages, betweenNames);
    if (conjunction) {
      units.push(conjunction.separator);
      index += conjunction.length;
      continue;
    }
    const named = namedAt(index);
    const known = unitAt(sequence, index, detectNames, languages);
    // "Intesa" is a bank, and "intesa" an agreement.
    const isNamed = named > 0 && language !== defaultLanguage && known?.unit.kind === 'event';
    if (known && known.length >= named && !isNamed) {
      const its = words.slice(index, index + known.length);
      units.push(known.unit, ...separatorAfter(its.at(-1)));
      index += known.length;
      continue;
    }
    if (!word.isContent) {
      // "between Iran and Iraq" requires both.
      isPair ||= word.folded === 'between';
      units.push(...separatorsOf(word, isPair, language));
      index += 1;
      continue;
    }
    const found =
      named > 0
        ? { units: [nameOf(words.slice(index, index + named))], length: named }
        : wordUnits(words, index);
    const localized = found.units.map((unit) => inLanguages(unit, languages));
    units.push(...localized, ...separatorAfter(words[index + found.length - 1]));
    index += found.length;
  }
  return resolveAnd(units, betweenNames);
}

/** "And" joins alternatives, except two names. */
function resolveAnd(
  units: readonly (QueryUnit | Separator)[],
  betweenNames: Separator,
): (QueryUnit | Separator)[] {
  const isName = (unit: QueryUnit | Separator | undefined) =>
    typeof unit === 'object' && unit.kind === 'name';
  const isList = units.includes('comma') || units.includes('or');
  return units.map((unit, index) => {
    if (unit !== 'and') return unit;
    return !isList && isName(units[index - 1]) && isName(units[index + 1])
      ? betweenNames
      : andOf(units, index, isList);
  });
}

/** "Raises its dividend and cuts its forecast" requires both events. */
function andOf(
  units: readonly (QueryUnit | Separator)[],
  index: number,
  isList: boolean,
): Separator {
  const start = units.findLastIndex((unit, at) => at < index && typeof unit === 'string') + 1;
  const end = units.findIndex((unit, at) => at > index && typeof unit === 'string');
  const sides = [units.slice(start, index), units.slice(index + 1, end < 0 ? units.length : end)];
  return !isList && sides.every(isEvent) ? 'break' : 'or';
}

/** Whether units are a verb before the subject of an event, not "job cuts" or "falling prices". */
function isEvent(units: readonly (QueryUnit | Separator)[]): boolean {
  const verb = units.findIndex(
    (unit) =>
      typeof unit === 'object' &&
      unit.action !== undefined &&
      unit.subject === undefined &&
      !/(?:ing|ed|er)$/i.test(unit.label),
  );
  const object = units[verb + 1];
  return verb >= 0 && typeof object === 'object' && object.subject !== undefined;
}

/** Whether a name is also written in another way: SP500, .NET. */
function hasOtherForms(label: string): boolean {
  return label.startsWith('.') || joinedForms(label).length > 0;
}

/** Replaces the English terms of a unit by those of the plausible languages. */
function inLanguages(unit: QueryUnit, languages: readonly Language[]): QueryUnit {
  const isEnglish = languages[0] === defaultLanguage;
  const needsOthers = languages.length > 1 || hasOtherForms(unit.label);
  // Pairs of characters are the same in all languages.
  if (unit.word !== undefined) return unit;
  if (unit.kind === 'region' || (isEnglish && !needsOthers)) return unit;
  const alternatives = termAlternatives(unit.label, languages);
  const [first] = alternatives;
  if (!first) return unit;
  // The terms of .NET are those of "net".
  if (isEnglish && !unit.label.startsWith('.'))
    return { ...unit, spellings: [...unit.spellings, ...alternatives.slice(1)] };
  const { parts = [], ...whole } = unit;
  const areKnown = parts.some((part) => part.spellings.length > 0 || part.phrase.length > 1);
  return {
    ...whole,
    phrase: first,
    spellings: [...unit.spellings, ...alternatives.slice(1)],
    // The words of an unknown name, such as "Türk Hava Yolları", need not be names.
    ...(areKnown && { parts: parts.map((part) => inLanguages(part, languages)) }),
  };
}

/** What the lexicon of the first language has at an index. */
function unitAt(
  sequence: TermSequence,
  index: number,
  detectNames: boolean,
  languages: readonly Language[],
): { unit: QueryUnit; length: number } | undefined {
  if (languages[0] !== defaultLanguage) return localUnit(sequence.words, index, languages);
  const known = knownUnit(sequence, index, detectNames);
  return known && { ...known, unit: inLanguages(known.unit, languages) };
}

/** Drops the verb of "Monitor cocoa export quotas" if at least three content words remain. */
function withoutOpeningVerb(words: QueryWord[]): QueryWord[] {
  const [first] = words;
  const contentCount = words.filter(({ isContent }) => isContent).length;
  const isCommand = first?.startsSentence && openingVerbs.has(first.folded);
  return isCommand && contentCount > 3 ? words.slice(1) : words;
}
