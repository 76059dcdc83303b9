import { fold } from '../../search/text/fold.ts';

// Each character of a script without spaces between words is a word, and so is each of Hangul, in
// which particles are attached to words.
const unspaced =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
const word = new RegExp(
  `(?=[\\p{L}\\p{N}\\p{M}])(?:${unspaced}|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}])+)`,
  'gu',
);

/**
 * Matches texts with any of the phrases: whole words next to each other, regardless of case,
 * diacritics and punctuation. Words are not stemmed: `market` does not match `markets`.
 */
export function phraseMatcher(phrases: readonly string[]): (text: string) => boolean {
  const sequences = phrases.map(wordSequence);
  return (text) => {
    const words = wordSequence(text);
    return sequences.some((sequence) => words.includes(sequence));
  };
}

/** The words of a text, each with spaces around it: ` live  blog `. */
function wordSequence(text: string): string {
  return (fold(text).match(word) ?? []).map((each) => ` ${each} `).join('');
}
