/**
 * The languages that are analyzed, as ISO 639-1 codes. Texts in Latin script of any other language
 * are analyzed like English, texts in Cyrillic or Arabic script like Russian or Arabic, and
 * scripts without spaces between words by pairs of characters.
 */
export const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'tr', 'ru', 'ar'] as const;

export type Language = (typeof languages)[number];

/** The language of texts without evidence of another one. */
export const defaultLanguage: Language = 'en';

/** The analyzed languages in Latin script. */
export const latinLanguages: readonly Language[] = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'tr'];
