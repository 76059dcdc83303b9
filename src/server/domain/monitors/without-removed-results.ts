import { removedMatcher } from '../../store/removed-news.ts';
import type { Context } from '../context.ts';
import type { FoundResult } from './monitor-results.ts';

/** Leaves out results that the operator has taken down. */
export async function withoutRemovedResults(
  { takedowns }: Context['store'],
  found: readonly FoundResult[],
): Promise<FoundResult[]> {
  const isRemoved = removedMatcher(await takedowns.among(found.map(({ result }) => result)));
  return found.filter(
    ({ result }) =>
      !isRemoved(
        result.key,
        result.links.map(({ url }) => url),
      ),
  );
}
