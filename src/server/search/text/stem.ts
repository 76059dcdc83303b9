import { stemmer } from 'stemmer';

const english = /^[a-z]{3,}$/;

/** The Porter stem of a word of at least three letters a to z; any other word unchanged. */
export function stem(word: string): string {
  return english.test(word) ? stemmer(word) : word;
}
