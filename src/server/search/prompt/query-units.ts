import type { Steps } from '../../../node/steps.ts';
import { joinedForms } from '../text/joined-forms.ts';
import { defaultLanguage, type Language } from '../text/languages.ts';
import { termAlternatives } from '../text/term-alternatives.ts';
import { germanName, germanNameLength } from './german-names.ts';
import { lowerCaseJointName } from './joint-names.ts';
import { knownUnit, TermSequence } from './known-units.ts';
import { localConjunction } from './local-conjunctions.ts';
import { localUnit } from './local-units.ts';
import { capitalsMarkNames, nameLength, nameUnit } from './name-units.ts';
import type { QueryUnit } from './query-unit.ts';
import { pairWords, type QueryWord, queryWords } from './query-words.ts';
import { type Determiner, markOf, type Separator, separatorAfter } from './separators.ts';
import { wordUnits } from './word-units.ts';

type Mark = QueryUnit | Separator | Determiner;

/** Verbs that are commands at the start of a prompt with several other words. */
const openingVerbs = new Set(['monitor', 'track', 'watch', 'follow']);

/**
 * Splits a prompt without quotations into units and separators.
 *
 * @param isExclusion whether the text is what a prompt excludes
 */
export function* queryUnits(
  prompt: string,
  languages: readonly Language[] = [defaultLanguage],
  isExclusion = false,
): Steps<Mark[]> {
  const [language = defaultLanguage] = languages;
  const words = withoutOpeningVerb(queryWords(prompt, language));
  const isGerman = language === 'de';
  const detectNames = !isGerman && capitalsMarkNames(words);
  const nameAt = isGerman
    ? germanNameAt(words, isExclusion)
    : capitalizedNameAt(words, detectNames, language);
  const sequence = new TermSequence(words);
  const marks: Mark[] = [];
  const operators = operatorsIn(words);
  let isPair = false;
  for (let index = 0; index < words.length; ) {
    yield;
    const conjunction = localConjunction(words, index, languages, isExclusion ? 'or' : 'break');
    const name = nameAt(index);
    const known = unitAt(sequence, index, detectNames, languages, name?.length);
    const word = words[index];
    if (conjunction) {
      marks.push(conjunction.separator);
      index += conjunction.length;
    } else if (word && !known && !word.isContent) {
      const mark = markIn(word, { isPair, operators, language });
      marks.push(...(mark ? [mark] : []));
      isPair = opensPair(word, mark, isPair);
      index += 1;
    } else {
      const { units, length } = known ?? ownUnits(words, index, name, languages);
      marks.push(...units, ...separatorAfter(words[index + length - 1]));
      index += length;
    }
  }
  return marks;
}

/** The units of a name or of a word that no lexicon has. */
function ownUnits(
  words: readonly QueryWord[],
  index: number,
  name: ReturnType<NameAt>,
  languages: readonly Language[],
): { units: QueryUnit[]; length: number } {
  const { units, length } = name ? { ...name, units: [name.unitOf()] } : wordUnits(words, index);
  return { units: units.map((unit) => inLanguages(unit, languages)), length };
}

/** The operators of "(oil OR gas) AND Russia", which requires both as in search engines. */
function operatorsIn(words: readonly QueryWord[]): ReadonlySet<QueryWord> {
  const hasLowerCase = words.some(({ text }) => /\p{Ll}{2}/u.test(text));
  return new Set(hasLowerCase ? words.filter(({ text }) => text === 'AND') : []);
}

function markIn(
  word: QueryWord,
  context: { isPair: boolean; operators: ReadonlySet<QueryWord>; language: Language },
): ReturnType<typeof markOf> {
  const { isPair, operators, language } = context;
  return markOf(word, isPair || operators.has(word), language);
}

/** "Between Iran and Iraq" and "both oil and gas" require both. */
function opensPair({ folded }: QueryWord, mark: string | undefined, isPair: boolean): boolean {
  return mark !== 'both' && (isPair || pairWords.has(folded));
}

/** A name at an index of words; its unit is made only if it is used. */
type NameAt = (index: number) => { length: number; unitOf: () => QueryUnit } | undefined;

function capitalizedNameAt(
  words: readonly QueryWord[],
  detectNames: boolean,
  language: Language,
): NameAt {
  return (index) => {
    const own = detectNames ? nameLength(words, index, language) : 0;
    const length = own || lowerCaseJointName(words, index);
    const name = words.slice(index, index + length);
    return length > 0 ? { length, unitOf: () => nameUnit(name) } : undefined;
  };
}

/** German capitalizes all nouns, so that names show only in what a prompt excludes. */
function germanNameAt(words: readonly QueryWord[], isExclusion: boolean): NameAt {
  return (index) => {
    const length = isExclusion ? germanNameLength(words, index) : 0;
    const name = words.slice(index, index + length);
    return length > 0 ? { length, unitOf: () => germanName(name) } : undefined;
  };
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

/** What the lexicon of the first language has at an index, in at least `minLength` words. */
function unitAt(
  sequence: TermSequence,
  index: number,
  detectNames: boolean,
  languages: readonly Language[],
  minLength = 0,
): { units: QueryUnit[]; length: number } | undefined {
  const isLocal = languages[0] !== defaultLanguage;
  const known = isLocal
    ? localUnit(sequence.words, index, languages)
    : knownUnit(sequence, index, detectNames);
  // "Intesa" is a bank, and "intesa" an agreement.
  const isName = isLocal && minLength > 0 && known?.unit.kind === 'event';
  if (!known || known.length < minLength || isName) return undefined;
  const unit = isLocal ? known.unit : inLanguages(known.unit, languages);
  return { units: [unit], length: known.length };
}

/** Drops the verb of "Monitor cocoa export quotas" if at least three content words remain. */
function withoutOpeningVerb(words: QueryWord[]): QueryWord[] {
  const [first] = words;
  const contentCount = words.filter(({ isContent }) => isContent).length;
  const isCommand = first?.startsSentence && openingVerbs.has(first.folded);
  return isCommand && contentCount > 3 ? words.slice(1) : words;
}
