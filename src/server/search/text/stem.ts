import { stemmer } from 'stemmer';

const english = /^[a-z]{3,}$/;

/** The Porter stem of a lower-case word. What is no English word stays as it is. */
export function stem(word: string): string {
  return english.test(word) ? stemmer(word) : word;
}
