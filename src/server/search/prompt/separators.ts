import { defaultLanguage, type Language } from '../text/languages.ts';
import { wordsOf } from '../text/words/words-of.ts';
import type { QueryWord } from './query-words.ts';

/**
 * What separates two units: "or", "and", the "and" of "both A and B", a comma, the start of a
 * condition ("when"), of a relative clause ("that") or of a question ("is"), "by", a word that after
 * "and" begins another requirement ("also"), or other words.
 */
export type Separator =
  | 'or'
  | 'and'
  | 'both'
  | 'comma'
  | 'condition'
  | 'relative'
  | 'by'
  | 'second'
  | 'break';

/** A word before a noun phrase that separates no units: "a", "the" or "its". */
export type Determiner = 'indefinite' | 'article' | 'possessive';

export const endsPhrase = /[,;:.?!)]$/;

const list = (words: string) => new Set(words.split(' '));

const indefinite = list('a an another');
const articles = list('the any some this these those');
const possessives = list('its their his her our');
/** Other words between an action and its object that separate no units. */
const modifiers = list('it all each every more most own other that new');

const conditionWords = list('about if when whenever whether');
const relativeWords = list('are did do does has have how is that was were what which who whose');

/** What a word that is no unit means for the units around it; `undefined` if nothing. */
export function markOf(
  word: QueryWord,
  isPair: boolean,
  language: Language,
): Separator | Determiner | undefined {
  if (language !== defaultLanguage) return separatorIn(word, language);
  const { folded, text } = word;
  if (!/\p{P}$/u.test(text)) {
    if (indefinite.has(folded)) return 'indefinite';
    if (articles.has(folded)) return 'article';
    if (possessives.has(folded)) return 'possessive';
    if (modifiers.has(folded)) return undefined;
  }
  return separatorOf(word, isPair);
}

function separatorOf({ folded, text }: QueryWord, isPair: boolean): Separator {
  if (folded === 'or') return 'or';
  if (folded === 'and' || text === '&') return isPair ? 'both' : 'and';
  if (text.endsWith(',')) return 'comma';
  if (folded === 'also') return 'second';
  if (folded === 'by') return 'by';
  if (conditionWords.has(folded)) return 'condition';
  return relativeWords.has(folded) ? 'relative' : 'break';
}

function separatorIn({ folded, text }: QueryWord, language: Language): Separator {
  const { conditions } = wordsOf(language);
  if (text.endsWith(',')) return 'comma';
  return conditions.has(folded) ? 'condition' : 'break';
}

export function separatorAfter(word: QueryWord | undefined): Separator[] {
  if (!word || !endsPhrase.test(word.text)) return [];
  return [word.text.endsWith(',') ? 'comma' : 'break'];
}

export function isDeterminer(mark: Separator | Determiner): mark is Determiner {
  return mark === 'indefinite' || mark === 'article' || mark === 'possessive';
}
