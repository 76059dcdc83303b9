import type { Language } from '../../text/languages.ts';
import { germanLexicon } from './de.ts';
import { spanishLexicon } from './es.ts';
import { frenchLexicon } from './fr.ts';
import type { LanguageLexicon } from './language-lexicon.ts';

/** The lexicons of the languages other than English, which has its own with verbs and objects. */
export const lexicons: Readonly<Partial<Record<Language, LanguageLexicon>>> = {
  de: germanLexicon,
  fr: frenchLexicon,
  es: spanishLexicon,
};
