import type { FoundResult } from './monitor-results.ts';

/** Maximum number of results of a run. */
export const maxResults = 10;

/** Minimum number of newest matches in a run whose other matches wait, so that they do not starve. */
const newestResults = 3;

/**
 * Divides results into those that a run reports and those that wait for the next.
 *
 * @param results best first
 */
export function chooseResults<Result extends FoundResult>(
  results: readonly Result[],
): { chosen: Result[]; waiting: Result[] } {
  if (results.length <= maxResults) return { chosen: [...results], waiting: [] };
  const best = results.slice(0, maxResults - newestResults);
  const others = results.slice(maxResults - newestResults);
  const newest = others
    .toSorted((a, b) => (b.match?.arrival ?? 0) - (a.match?.arrival ?? 0))
    .slice(0, newestResults);
  const isChosen = new Set([...best, ...newest]);
  return {
    chosen: results.filter((result) => isChosen.has(result)),
    waiting: results.filter((result) => !isChosen.has(result)),
  };
}
