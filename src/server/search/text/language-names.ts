import type { Language } from './languages.ts';

/** The English names of the analyzed languages. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  pt: 'Portuguese',
  it: 'Italian',
  nl: 'Dutch',
  tr: 'Turkish',
  ru: 'Russian',
  ar: 'Arabic',
};
