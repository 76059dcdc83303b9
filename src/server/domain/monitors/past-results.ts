import type { WorkSlices } from '../../../node/work-slices.ts';
import {
  type NewsSearch,
  type RankedItem,
  searchNews,
  searchRelevant,
} from '../../search/search.ts';
import type { MonitorRecord, NewsStore } from '../../store/store.ts';
import type { Context } from '../context.ts';
import { chooseByAgent, maxCandidates } from './agent-choice.ts';
import { filterResults } from './filter-results.ts';
import { asksForEverything, parseMonitorPrompt } from './monitor-prompt.ts';
import { type FoundItem, type FoundResult, foundNews, uniqueBy } from './monitor-results.ts';
import { readSources } from './source-results.ts';

/** Maximum number of items of the shared news that a standard preview considers. */
const maxItems = 100;
/** Maximum number of items that a preview considers if filters drop the best ones. */
const maxFilteredItems = 2000;

/** The results of a new monitor in the news before its watch begins. */
export interface PastResults {
  /** Best first. */
  found: FoundResult[];
  /** Keys that count as alerted: of all items in its own sources, and of the found results. */
  seen: string[];
  /** An error message for each of its own sources that could not be read. */
  failures: string[];
}

/**
 * Searches the shared news and the monitor's own sources.
 *
 * @throws {Error} if the prompt only names sources and none can be read, or the agent fails
 */
export async function findPastResults(
  context: Context,
  monitor: MonitorRecord,
  work: WorkSlices,
): Promise<PastResults> {
  const own = await readSources(context, monitor, work);
  const { words } = parseMonitorPrompt(monitor.prompt);
  const wantsSources = monitor.sources.length > 0 && asksForEverything(words);
  if (wantsSources && own.read.length === 0) throw new Error(own.failures.join('; '));
  const shared = wantsSources ? [] : await searchShared(context, monitor, words, work);
  const ownItems = own.read.flatMap(({ items }) => items);
  const candidates = uniqueBy(
    [...ownItems, ...shared].sort((a, b) => b.strength - a.strength),
    ({ item }) => item.id,
  );
  const found =
    monitor.execution === 'agentic'
      ? (await chooseByAgent(context, monitor, candidates, work)).results
      : candidates.map(foundNews);
  const seen = [
    ...own.read.map(({ mark }) => mark),
    ...ownItems.map(({ item }) => item.id),
    ...found.map(({ result }) => result.key),
  ];
  return { found, seen: [...new Set(seen)], failures: own.failures };
}

async function searchShared(
  { store, clock }: Context,
  monitor: MonitorRecord,
  query: string,
  work: WorkSlices,
): Promise<FoundItem[]> {
  await work.next();
  const options = { query, now: clock.now(), work };
  if (monitor.execution === 'agentic') {
    const found = await widened(searchNews, monitor)(store.news, {
      ...options,
      limit: maxCandidates,
    });
    return found.map(({ item, score }) => ({ item, strength: score }));
  }
  return widened(searchRelevant, monitor)(store.news, { ...options, limit: maxItems });
}

/**
 * A search that considers more items, up to {@link maxFilteredItems}, until as many as its limit pass
 * the monitor's filters. Otherwise, excluded items that match better would hide the others.
 * `min_relevance` is not applied, because further items match less.
 */
function widened<Item extends RankedItem>(
  search: (news: NewsStore, options: NewsSearch) => Promise<Item[]>,
  monitor: MonitorRecord,
) {
  return async (news: NewsStore, options: NewsSearch): Promise<Item[]> => {
    const available = Math.min(await news.count(), maxFilteredItems);
    for (let { limit } = options; ; limit = Math.min(5 * limit, maxFilteredItems)) {
      const found = await search(news, { ...options, limit });
      if (limit >= available) return found;
      const filters = { ...monitor, min_relevance: null };
      const results = found.map(({ item, score }) => foundNews({ item, strength: score }));
      const { passed } = await filterResults(results, filters, options.work);
      if (passed.length >= Math.min(options.limit, found.length)) return found;
    }
  };
}
