import { stemmer } from 'stemmer';

const english = /^[a-z]{3,}$/;

/** The Porter stem of a lower-case word. A word with other letters than a to z is not changed. */
export function stem(word: string): string {
  return english.test(word) ? stemmer(word) : word;
}
