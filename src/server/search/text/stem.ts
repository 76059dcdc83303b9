import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as english } from 'stemmer';
import { withoutAbbreviation } from './abbreviations.ts';
import { withoutAccents } from './fold.ts';
import type { Language } from './languages.ts';

/** Snowball stemmers, with some steps that they lack; English: Porter. */
const stemmers: Readonly<Record<Language, (word: string) => string>> = {
  en: english,
  // Twice, because a final s may be part of the singular: Zins, Zinsen.
  de: (word) => german(german(word)),
  fr: french,
  es: spanish,
  pt: (word) => portuguese(word.replace(/ões$/, 'ão').replace(/([cs])oes$/, '$1ao')),
  it: italian,
  // "prijzen" is the plural of "prijs", "brieven" of "brief".
  nl: (word) => dutch(word).replace(/z$/, 's').replace(/v$/, 'f'),
  tr: (word) => turkish(turkish(word.replace(turkishPossessive, '$1'))),
  ru: russian,
  ar: arabic,
};

/** "Its", "of its", "to its", ... after a vowel: "bankası", "bankasının". */
const turkishPossessive = /([aeıioöuü])s[ıiuü](?:n(?:[ıiuü]n?|[ae]|[dt][ae]n?)|yla|yle)?$/;

const englishWord = /^[a-z]{3,}$/;
const latinWord = /^[\p{sc=Latin}\p{M}]+$/u;
const cyrillicWord = /^[\p{sc=Cyrillic}\p{M}]+$/u;
const arabicWord = /^[\p{sc=Arabic}\p{M}]+$/u;
/** "And the", "by the", "to the", ...: written as a part of the next word. */
const arabicArticle = /^(?:[وف]?(?:[بك]?ال|لل))(?=.{3})/u;

/**
 * The term of a word: its stem without diacritics. Words in Cyrillic or Arabic script are stemmed
 * as Russian or Arabic in a text of any language. A stem of a word in Latin script has its language
 * as a suffix (`zins.de`), except in English, because the same stem means different things: the
 * French stem of "plane" is "plan". English abbreviations have the terms of their words. Words with
 * digits and words in other scripts are terms themselves.
 *
 * @param word in lower case, without spaces and punctuation
 */
export function termOf(word: string, language: Language): string {
  if (language === 'en') {
    const full = withoutAbbreviation(word);
    if (englishWord.test(full)) return englishTerm(full);
  }
  if (latinWord.test(word)) return latinTerm(word, language);
  if (cyrillicWord.test(word)) return withoutAccents(russian(word.replaceAll('ё', 'е')) || word);
  if (arabicWord.test(word)) return arabicTerm(withoutAccents(word));
  return withoutAccents(word);
}

/** The stem of "France" is also that of "francs". */
function englishTerm(word: string): string {
  return word === 'france' ? word : english(word);
}

function latinTerm(word: string, language: Language): string {
  if (language === 'en' || language === 'ru' || language === 'ar') {
    const folded = withoutAccents(word);
    return englishWord.test(folded) ? englishTerm(folded) : folded;
  }
  return `${withoutAccents(stemmers[language](word))}.${language}`;
}

function arabicTerm(word: string): string {
  return arabic(word.replace(arabicArticle, '')) || word;
}
