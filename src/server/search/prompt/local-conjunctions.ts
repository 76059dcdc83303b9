import { defaultLanguage, type Language } from '../text/languages.ts';
import { wordsOf } from '../text/words/words-of.ts';
import { allCaps, capitalized } from './letter-case.ts';
import { localUnit } from './local-units.ts';
import type { QueryWord } from './query-words.ts';
import { endsPhrase, type Separator } from './separators.ts';

/** Number of words of the longest conjunction: "así como", "tanto como". */
const maxLength = 3;
/** Conjunctions of several languages, in a prompt that does not show its own: "Repsol o Cepsa". */
const sharedConjunctions: Readonly<Record<string, 'and' | 'or'>> = {
  o: 'or',
  ou: 'or',
  e: 'and',
  et: 'and',
  y: 'and',
};

/**
 * The conjunction or the words that begin a condition at an index of a prompt, not in English.
 *
 * @param betweenNames what "and" means between two names
 */
export function localConjunction(
  words: readonly QueryWord[],
  index: number,
  languages: readonly Language[],
  betweenNames: Separator,
): { separator: Separator; length: number } | undefined {
  const [language = defaultLanguage] = languages;
  if (language === defaultLanguage) {
    return sharedConjunction(words, index, languages, betweenNames);
  }
  const { and, or, conditions } = wordsOf(language);
  for (let length = maxLength; length > 0; length -= 1) {
    const phrase = words.slice(index, index + length);
    const text = phrase.map(({ folded }) => folded).join(' ');
    const isDivided = phrase.slice(0, -1).some((word) => endsPhrase.test(word.text));
    if (phrase.length < length || isDivided) continue;
    if (or.has(text)) return { separator: 'or', length };
    if (and.has(text)) {
      const separator = joinsNames(words, index, length, languages) ? betweenNames : 'or';
      return { separator, length };
    }
    if (length > 1 && conditions.has(text)) return { separator: 'condition', length };
  }
  return undefined;
}

function sharedConjunction(
  words: readonly QueryWord[],
  index: number,
  languages: readonly Language[],
  betweenNames: Separator,
): { separator: Separator; length: number } | undefined {
  const { text = '' } = words[index] ?? {};
  const conjunction = Object.hasOwn(sharedConjunctions, text)
    ? sharedConjunctions[text]
    : undefined;
  const isBetween = index > 0 && index < words.length - 1;
  if (!conjunction || !isBetween || languages.length <= 2) return undefined;
  const isOr = conjunction === 'or' || !joinsNames(words, index, 1, languages);
  return { separator: isOr ? 'or' : betweenNames, length: 1 };
}

/** Whether "and" joins two names, of which a news item must have both. Lists are alternatives. */
function joinsNames(
  words: readonly QueryWord[],
  index: number,
  length: number,
  languages: readonly Language[],
): boolean {
  const next = words.findIndex(({ isContent }, at) => at >= index + length && isContent);
  if (next < 0 || words.some(({ text }) => text.endsWith(','))) return false;
  return [index - 1, next].every((at) => isName(words, at, languages));
}

function isName(
  words: readonly QueryWord[],
  index: number,
  languages: readonly Language[],
): boolean {
  const word = words[index];
  if (!word) return false;
  // German nouns are capitalized too.
  if (languages[0] === 'de') return allCaps.test(word.text);
  const isCapital = capitalized.test(word.text) && !endsPhrase.test(word.text.slice(0, -1));
  return isCapital && !(word.startsSentence && localUnit(words, index, languages) !== undefined);
}
