import { closest, distance } from 'fastest-levenshtein';

/** Maximum edit distance of a suggestion. */
const maxDistance = 3;

/** Characters; longer words get no suggestion, because finding one takes quadratic time. */
const maxLength = 100;

/** A suggestion to append to a message; empty if no known word is similar. */
export function didYouMean(text: string, known: readonly string[]): string {
  const similar = similarName(text, known);
  return similar === undefined ? '' : `; did you mean ${similar}?`;
}

/**
 * The known word that was probably meant; `undefined` if none is similar. Case, dashes and underscores
 * do not matter.
 */
export function similarName(text: string, known: readonly string[]): string | undefined {
  if (text.length > maxLength || known.length === 0) return undefined;
  const words = new Map(known.map((word) => [normalized(word), word]));
  const given = normalized(text);
  const nearest = closest(given, [...words.keys()]);
  const limit = Math.min(maxDistance, Math.ceil(given.length / 3));
  return distance(given, nearest) > limit ? undefined : words.get(nearest);
}

function normalized(word: string): string {
  return word.toLowerCase().replace(/[_-]/g, '');
}
