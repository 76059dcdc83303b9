import { closest, distance } from 'fastest-levenshtein';

/** Maximum edit distance of a similar name. */
const maxDistance = 3;

/** The known name that was probably meant; `undefined` if none is similar. */
export function similarName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const nearest = closest(name.slice(0, 100), known);
  const allowed = Math.min(maxDistance, Math.floor(name.length * 0.4));
  return distance(name.slice(0, 100), nearest) <= allowed ? nearest : undefined;
}
