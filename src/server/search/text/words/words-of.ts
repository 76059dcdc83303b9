import type { Language } from '../languages.ts';
import { arabic } from './ar.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { italian } from './it.ts';
import type { LanguageWords } from './language-words.ts';
import { dutch } from './nl.ts';
import { portuguese } from './pt.ts';
import { russian } from './ru.ts';
import { turkish } from './tr.ts';

const all: Readonly<Record<Language, LanguageWords>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  it: italian,
  nl: dutch,
  tr: turkish,
  ru: russian,
  ar: arabic,
};

/** The words that structure a query or a prompt in a language. */
export function wordsOf(language: Language): LanguageWords {
  return all[language];
}
