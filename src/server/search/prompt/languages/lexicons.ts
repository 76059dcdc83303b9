import type { Language } from '../../text/languages.ts';
import { arabicLexicon } from './ar.ts';
import { germanLexicon } from './de.ts';
import { spanishLexicon } from './es.ts';
import { frenchLexicon } from './fr.ts';
import { italianLexicon } from './it.ts';
import type { LanguageLexicon } from './language-lexicon.ts';
import { dutchLexicon } from './nl.ts';
import { portugueseLexicon } from './pt.ts';
import { russianLexicon } from './ru.ts';
import { turkishLexicon } from './tr.ts';

/** The lexicons of the languages other than English, which has its own with verbs and objects. */
export const lexicons: Readonly<Partial<Record<Language, LanguageLexicon>>> = {
  de: germanLexicon,
  fr: frenchLexicon,
  es: spanishLexicon,
  pt: portugueseLexicon,
  it: italianLexicon,
  nl: dutchLexicon,
  ru: russianLexicon,
  tr: turkishLexicon,
  ar: arabicLexicon,
};
