import { hash } from 'node:crypto';
import type { WorkSlices } from '../../../node/work-slices.ts';
import { AgentError } from '../../agent/agent-error.ts';
import type { AgentResult } from '../../agent/agent-results.ts';
import {
  type NewsSearch,
  type RankedItem,
  searchNews,
  searchRelevant,
} from '../../search/search.ts';
import type { MonitorRecord, NewsHeadline, NewsStore, RunResultRecord } from '../../store/store.ts';
import type { Context } from '../context.ts';
import { toNewsItem } from '../news/to-news-item.ts';
import type { FilterCandidate } from './alert-filters.ts';
import { filterResults } from './filter-results.ts';
import { asksForEverything, parseMonitorPrompt } from './monitor-prompt.ts';
import { withSourceIndex } from './source-index.ts';

/** Maximum number of items from each index that a standard run considers. */
const maxItems = 100;
/** Maximum number of candidates that an agent chooses from. */
const maxCandidates = 50;
/** Maximum number of items from each index that a run considers if filters drop the best ones. */
const maxFilteredItems = 2000;
/** Maximum characters of a result's key, so that every database can index it. */
const maxKeyLength = 500;

/** A result with what the alert filters need to know about it. */
export interface FoundResult extends FilterCandidate {
  result: RunResultRecord;
}

/** The current results of a monitor, best first, including those that were already alerted. */
export async function findResults(
  context: Context,
  monitor: MonitorRecord,
  work: WorkSlices,
): Promise<FoundResult[]> {
  if (monitor.execution === 'agentic') return agentResults(context, monitor, work);
  const options = { limit: maxItems, now: context.clock.now(), work };
  const found = await findNews(context, monitor, searchRelevant, options);
  return found.map(foundNews);
}

/** Searches the shared index and the monitor's own sources. */
async function findNews(
  context: Context,
  monitor: MonitorRecord,
  searchIndex: typeof searchNews,
  { work, ...limits }: Omit<NewsSearch, 'query'> & { work: WorkSlices },
): Promise<RankedItem[]> {
  const search = widened(searchIndex, monitor);
  await work.next();
  const { words } = parseMonitorPrompt(monitor.prompt);
  const options = { query: words, work, ...limits };
  if (monitor.sources.length === 0) return search(context.store.news, options);
  const wantsEverything = asksForEverything(words);
  const own = await withSourceIndex(context, monitor, work, (news, failures) => {
    if (!wantsEverything) return search(news, options);
    if (failures.length === monitor.sources.length) throw new Error(failures.join('; '));
    return allItems(news);
  });
  if (wantsEverything) return own;
  const found = [...own, ...(await search(context.store.news, options))];
  return uniqueBy(
    found.toSorted((a, b) => b.score - a.score),
    ({ item }) => item.id,
  );
}

/**
 * A search that considers more items, up to {@link maxFilteredItems}, until the filters of the
 * monitor let as many pass as the limit asks for: excluded items that match better must not hide
 * the others. `min_relevance` does not count, because further items match less.
 */
function widened(search: typeof searchNews, monitor: MonitorRecord) {
  return async (news: NewsStore, options: NewsSearch): Promise<RankedItem[]> => {
    const available = Math.min(await news.count(), maxFilteredItems);
    for (let { limit } = options; ; limit = Math.min(5 * limit, maxFilteredItems)) {
      const found = await search(news, { ...options, limit });
      if (limit >= available) return found;
      const filters = { ...monitor, min_relevance: null };
      const { passed } = await filterResults(found.map(foundNews), filters, options.work);
      if (passed.length >= Math.min(options.limit, found.length)) return found;
    }
  };
}

/** All items, newest first. */
async function allItems(news: NewsStore): Promise<RankedItem[]> {
  const items = await news.latest(await news.count());
  return items.map((item) => ({ item, score: 1 }));
}

async function agentResults(
  context: Context,
  monitor: MonitorRecord,
  work: WorkSlices,
): Promise<FoundResult[]> {
  const { agent, stopping, log } = context;
  if (!agent) throw new Error('agentic monitors need a server that was started with --agent');
  const options = { limit: maxCandidates, now: context.clock.now(), work };
  const found = await findNews(context, monitor, searchNews, options);
  const all = found.map((each) => ({ ...foundNews(each), ranked: each }));
  const { passed } = await filterResults(all, monitor, work);
  const chosen = passed.slice(0, maxCandidates);
  const ranked = new Map(chosen.map((each) => [each.ranked.item.id, each.ranked]));
  const candidates = [...ranked.values()].map(({ item }) => toNewsItem(item));
  const { id, title, prompt } = monitor;
  const task = { monitor: { id, title, prompt }, candidates };
  const signal = work.signal ? AbortSignal.any([stopping, work.signal]) : stopping;
  const account = monitor.owner_id;
  const results = await context
    .leavingPlace(() => agent(task, { account, signal }))
    .catch((error: unknown) => {
      if (error instanceof AgentError) {
        const { message: reason, stderr } = error;
        log('warn', 'agent failed', { monitor_id: id, reason, stderr });
      }
      throw error;
    });
  return uniqueResults(
    results.map((result) => {
      const candidate = ranked.get(result.id ?? '');
      return foundResult(agentResult(result, candidate?.item), candidate);
    }),
  );
}

/** The first result for each key. */
export function uniqueResults(results: readonly FoundResult[]): FoundResult[] {
  return uniqueBy(results, ({ result }) => result.key);
}

/** A news item as a result. */
export function foundNews(ranked: RankedItem): FoundResult {
  return foundResult(newsResult(ranked.item), ranked);
}

/** @param ranked the news item that the result is based on */
function foundResult(result: RunResultRecord, ranked: RankedItem | undefined): FoundResult {
  const { title, summary, links } = result;
  const sources = links.flatMap(({ url, source }) => [url, source]);
  return {
    result,
    title,
    summary,
    sources: [...sources, ranked?.item.url, ranked?.item.source].filter(
      (source) => typeof source === 'string',
    ),
    relevance: ranked?.score ?? null,
  };
}

export function newsResult(item: NewsHeadline): RunResultRecord {
  return {
    key: item.id,
    title: item.title,
    summary: item.description,
    links: item.url === null ? [] : [{ url: item.url, source: item.source }],
    publication_date: item.publication_date,
  };
}

/** The key is the id of the named candidate, else the first link, else a hash of the title. */
export function agentResult(
  result: AgentResult,
  candidate: NewsHeadline | undefined,
): RunResultRecord {
  const { title, summary, publication_date } = result;
  const links = result.links.map(({ url, source }) => ({ url, source }));
  const link = links[0]?.url;
  const linkKey = link !== undefined && link.length <= maxKeyLength ? link : undefined;
  return {
    key: candidate?.id ?? linkKey ?? hash('sha256', link ?? title),
    title,
    summary,
    links,
    publication_date: publication_date ? Date.parse(publication_date) : null,
  };
}

/** The first value for each key. */
function uniqueBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[] {
  const byKey = new Map<string, Value>();
  for (const value of values) if (!byKey.has(keyOf(value))) byKey.set(keyOf(value), value);
  return [...byKey.values()];
}
