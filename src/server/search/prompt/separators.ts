import { defaultLanguage, type Language } from '../text/languages.ts';
import { wordsOf } from '../text/words/words-of.ts';
import type { QueryWord } from './query-words.ts';

/** What separates two units: "or", "and", a comma, the start of a clause, "by", or other words. */
export type Separator = 'or' | 'and' | 'comma' | 'clause' | 'by' | 'break';

export const endsPhrase = /[,;:.?!)]$/;

/** Words between an action and its object that separate no units. */
const determiners = new Set(
  'a an the its it their his her our another any some all each every more most own other this that these those new'.split(
    ' ',
  ),
);

const clauseWords = new Set(
  'about are did do does has have how if is that was were what when whenever whether which who'.split(
    ' ',
  ),
);

export function separatorsOf(word: QueryWord, isPair: boolean, language: Language): Separator[] {
  if (language !== defaultLanguage) return [separatorIn(word, language)];
  const isDeterminer = determiners.has(word.folded) && !/\p{P}$/u.test(word.text);
  return isDeterminer ? [] : [separatorOf(word, isPair)];
}

function separatorOf({ folded, text }: QueryWord, isPair: boolean): Separator {
  if (folded === 'or') return 'or';
  if (folded === 'and') return isPair ? 'break' : 'and';
  if (text.endsWith(',')) return 'comma';
  if (folded === 'by') return 'by';
  return clauseWords.has(folded) ? 'clause' : 'break';
}

function separatorIn({ folded, text }: QueryWord, language: Language): Separator {
  const { conditions } = wordsOf(language);
  if (text.endsWith(',')) return 'comma';
  return conditions.has(folded) ? 'clause' : 'break';
}

export function separatorAfter(word: QueryWord | undefined): Separator[] {
  if (!word || !endsPhrase.test(word.text)) return [];
  return [word.text.endsWith(',') ? 'comma' : 'break'];
}
