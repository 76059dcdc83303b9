import type { WorkSlices } from '../../../node/work-slices.ts';
import { matchRelevance } from '../../search/search.ts';
import type { MatchRecord, MonitorRecord } from '../../store/store.ts';
import { inTurns, titleWording } from '../../stories/title-wording.ts';
import type { Context } from '../context.ts';
import { chooseByAgent } from './agent-choice.ts';
import { maxResults } from './choose-results.ts';
import { asksForEverything, parseMonitorPrompt } from './monitor-prompt.ts';
import {
  comparedKey,
  type FoundItem,
  type FoundResult,
  foundNews,
  newsResult,
  uniqueBy,
} from './monitor-results.ts';
import { hasOtherText } from './new-stories.ts';
import { readSources, type SourceResults } from './source-results.ts';

/** The results that a run chooses from. */
export interface CollectedResults {
  /** Best first. */
  found: FoundResult[];
  /** The matches to delete after the run, except those whose results wait for the next one. */
  matches: MatchRecord[];
  /** The number of matches that were deleted because too many waited. */
  dropped: number;
  /** Keys that count as alerted after the run. */
  seen: string[];
  /** Keys of `seen` that counted as alerted before the run. */
  known: string[];
  /** An error message for each of the monitor's own sources that could not be read. */
  failures: string[];
}

/**
 * Collects the waiting matches of a monitor and the new items of its own sources.
 *
 * @throws {Error} if the prompt only names sources and none can be read, or the agent fails
 */
export async function collectResults(
  context: Context,
  monitor: MonitorRecord,
  work: WorkSlices,
): Promise<CollectedResults> {
  const { matches, dropped } = await context.store.matches.waiting(monitor.id);
  const own = await newOfSources(context, monitor, work);
  const candidates = uniqueBy(
    await bestFirst(
      context,
      monitor,
      [...own.items, ...(await matchedItems(context, matches))],
      work,
    ),
    ({ item }) => item.id,
  );
  if (monitor.execution === 'standard') {
    return { ...own, found: candidates.map(foundNews), matches, dropped };
  }
  const { results, postponed } = await chooseByAgent(context, monitor, candidates, work);
  const ownIds = own.items.map(({ item }) => item.id);
  return {
    found: results,
    matches: matches.filter(({ item_id }) => !postponed.has(item_id)),
    dropped,
    // The agent is not asked about them again.
    seen: [...own.seen, ...ownIds.filter((id) => !postponed.has(id))],
    known: own.known,
    failures: own.failures,
  };
}

/** The current items of matches, without deleted ones. */
async function matchedItems(
  { store }: Context,
  matches: readonly MatchRecord[],
): Promise<FoundItem[]> {
  if (matches.length === 0) return [];
  const items = await store.news.headlines(matches.map(({ item_id }) => item_id));
  return matches.flatMap((match) => {
    const item = items.get(match.item_id);
    return item ? [{ item, strength: match.strength, match }] : [];
  });
}

/**
 * Sorts items by strength, and by their relevance as well if a run cannot report all of them; then
 * those with similar titles take turns with the others. The order of equal ones is kept.
 */
async function bestFirst(
  { store, clock }: Context,
  { prompt }: MonitorRecord,
  items: readonly FoundItem[],
  work: WorkSlices,
): Promise<FoundItem[]> {
  if (items.length <= maxResults) return items.toSorted((a, b) => b.strength - a.strength);
  const search = { query: parseMonitorPrompt(prompt).words, now: clock.now(), work };
  const ids = items.flatMap(({ match }) => (match ? [match.item_id] : []));
  const relevance = await matchRelevance(store.news, search, ids);
  const quality = ({ item, strength }: FoundItem) => strength + (relevance.get(item.id) ?? 0);
  const sorted = items.toSorted((a, b) => quality(b) - quality(a));
  return inTurns(sorted, ({ item }) => titleWording(item.title));
}

/** The items of a monitor's own sources that were not alerted, or have changed since. */
async function newOfSources(
  context: Context,
  monitor: MonitorRecord,
  work: WorkSlices,
): Promise<{ items: FoundItem[]; seen: string[]; known: string[]; failures: string[] }> {
  const { read, failures } = await readSources(context, monitor, work);
  const { words } = parseMonitorPrompt(monitor.prompt);
  if (read.length === 0 && failures.length > 0 && asksForEverything(words)) {
    throw new Error(failures.join('; '));
  }
  if (read.length === 0) return { items: [], seen: [], known: [], failures };
  const keys = read.flatMap(({ mark, items }) => [
    mark,
    ...items.flatMap(({ item }) => [item.id, comparedKey(newsResult(item))]),
  ]);
  const alerted = await context.store.alerts.alerted(monitor.id, keys);
  const first = read.filter(({ mark }) => !alerted.has(mark));
  const old = new Set(first.flatMap((source) => oldItems(source, monitor)));
  const stories = await alertedTexts(context, monitor, [...alerted]);
  const items = read
    .flatMap((source) => source.items)
    .filter(({ item }) => {
      if (!alerted.has(item.id)) return !old.has(item.id);
      const result = newsResult(item);
      const story = stories.get(item.id);
      return (
        story !== undefined && !alerted.has(comparedKey(result)) && hasOtherText(result, story)
      );
    });
  const seen = [...first.map(({ mark }) => mark), ...old];
  return { items, seen, known: [...alerted], failures };
}

/** The fingerprints of alerted results. Empty for agentic monitors, which alert an item only once. */
async function alertedTexts(
  { store }: Context,
  { id, execution }: MonitorRecord,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (execution === 'agentic' || keys.length === 0) return new Map();
  return store.alerts.stories(id, { keys, since: 0, limit: 0 });
}

/**
 * The ids of items that are older than the monitor, in a source that could not be read when the monitor
 * was created. Items without a date count as old.
 */
function oldItems({ items }: SourceResults, { created_at }: MonitorRecord): string[] {
  return items
    .filter(({ item }) => (item.publication_date ?? 0) <= created_at)
    .map(({ item }) => item.id);
}
