import { closest, distance } from 'fastest-levenshtein';

/** Edits; a word further away is another word. */
const furthest = 3;

/** A suggestion for the end of a message; empty where no known word is near. */
export function didYouMean(given: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const word = closest(given, known);
  return distance(given, word) <= furthest ? `; did you mean ${word}?` : '';
}
