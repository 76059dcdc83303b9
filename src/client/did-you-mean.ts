import { closest, distance } from 'fastest-levenshtein';

/** Maximum edit distance of a suggestion. */
const maxDistance = 3;

/** A suggestion to append to a message; empty if no known word is similar. */
export function didYouMean(text: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const word = closest(text, known);
  return distance(text, word) <= maxDistance ? `; did you mean ${word}?` : '';
}
