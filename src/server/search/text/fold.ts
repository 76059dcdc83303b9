import { isAscii } from './ascii.ts';
import type { Language } from './languages.ts';

/** Replacements for letters that Unicode does not decompose. */
const replacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const indecomposable = /[ßæœøłđðþıς]/g;
// Latin, Greek and Cyrillic accents, Hebrew points and Arabic vowel signs. Marks of other scripts
// (Devanagari, Thai) are vowels and are kept.
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670]/g;
/** Normalization sorts the marks of a letter, in time that is quadratic in their number. */
const excessMarks = /(\p{M}{30})\p{M}+/gu;
const presentationForms = /[\ufb00-\ufb06\uff01-\uffee]+/g;
const invisible = /\u00ad|\u200c|\u200d|\u2060|\ufeff/g;

/**
 * Folds a text for comparison: to lower case, without diacritics, with full-width forms,
 * apostrophes and hyphens in their ASCII form. Of the marks of a letter, the first 30 count.
 */
export function fold(text: string): string {
  return withoutAccents(lowerCase(text));
}

/** Like {@link fold}, but keeps diacritics and special letters, which stemmers need. */
export function lowerCase(text: string, language?: Language): string {
  if (language === 'tr') return lowerCase(text.replaceAll('I', 'ı').replaceAll('İ', 'i'));
  if (isAscii(text)) return text.toLowerCase();
  return text
    .replace(presentationForms, (run) => run.normalize('NFKC'))
    .replace(invisible, '')
    .replace(excessMarks, '$1')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc\u2032]/g, "'")
    .replace(/[\u2010\u2011]/g, '-');
}

/** Removes diacritics and replaces special letters of a text in lower case. */
export function withoutAccents(text: string): string {
  if (isAscii(text)) return text;
  return text
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(indecomposable, (letter) => replacements[letter] ?? letter);
}
