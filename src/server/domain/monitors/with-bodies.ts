import type { NewsStore } from '../../store/store.ts';
import { minComparableWords } from '../../stories/same-story.ts';
import { storyWords } from '../../stories/story-words.ts';
import type { FoundResult } from './monitor-results.ts';

/**
 * Adds the bodies of items of the shared news to results that are too short to recognize versions of
 * their stories.
 */
export async function withBodies<Result extends FoundResult>(
  news: Pick<NewsStore, 'bodies'>,
  results: readonly Result[],
): Promise<Result[]> {
  const short = results.filter(isShort);
  const bodies =
    short.length === 0 ? new Map() : await news.bodies(short.map(({ result }) => result.key));
  return results.map((each) => {
    const body = bodies.get(each.result.key);
    return body === undefined ? each : { ...each, body };
  });
}

function isShort({ result: { title, summary }, body }: FoundResult): boolean {
  if (body !== undefined) return false;
  const words = storyWords(`${title}\n${summary}`, minComparableWords);
  return words.length < minComparableWords;
}
