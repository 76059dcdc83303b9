import { createHash } from 'node:crypto';
import { AgentError } from '../../agent/agent-error.ts';
import type { AgentResult } from '../../agent/agent-results.ts';
import { type RankedItem, searchNews, searchRelevant } from '../../search/search.ts';
import type * as stored from '../../store/store.ts';
import type { Context } from '../context.ts';
import { newsResponse } from '../news/news-response.ts';
import { asksForAll } from './asks-for-all.ts';
import { parseMonitorPrompt } from './monitor-prompt.ts';
import { withSourceIndex } from './source-index.ts';

/** How many items of each index a standard run looks at. */
const mostRelevant = 100;
/** How many items an agent gets to choose from. */
const mostCandidates = 50;

/** What a monitor finds now, alerted before or not: the best first, one for each key. */
export async function findResults(
  context: Context,
  monitor: stored.MonitorRecord,
): Promise<stored.RunResultRecord[]> {
  if (monitor.execution === 'agentic') return agentResults(context, monitor);
  const found = await findCandidates(context, monitor, searchRelevant, mostRelevant);
  return found.map(({ item }) => newsResult(item));
}

/** Searches the index that all share and the monitor's own sources. */
async function findCandidates(
  context: Context,
  monitor: stored.MonitorRecord,
  search: typeof searchNews,
  limit: number,
): Promise<RankedItem[]> {
  const { words } = parseMonitorPrompt(monitor.prompt);
  const options = { query: words, limit, now: context.clock.now() };
  if (monitor.sources.length === 0) return search(context.store.news, options);
  const wantsAll = asksForAll(words);
  const own = await withSourceIndex(context, monitor, (news, failures) => {
    if (!wantsAll) return search(news, options);
    if (failures.length === monitor.sources.length) throw new Error(failures.join('; '));
    return everything(news);
  });
  return wantsAll ? own : merged([...own, ...(await search(context.store.news, options))]);
}

/** Newest first: a prompt that says nothing but where to look asks for all that is there. */
async function everything(news: stored.NewsStore): Promise<RankedItem[]> {
  const items = await news.latest(await news.count());
  return items.map((item) => ({ item, score: 1 }));
}

function merged(found: readonly RankedItem[]): RankedItem[] {
  return onePer(
    ({ item }) => item.id,
    found.toSorted((one, other) => other.score - one.score),
  );
}

async function agentResults(
  context: Context,
  monitor: stored.MonitorRecord,
): Promise<stored.RunResultRecord[]> {
  const { agent, stopping, log } = context;
  if (!agent) throw new Error('this server was started without an agent');
  const found = await findCandidates(context, monitor, searchNews, mostCandidates);
  const candidates = found.slice(0, mostCandidates).map(({ item }) => newsResponse(item));
  const { id, title, prompt } = monitor;
  const task = { monitor: { id, title, prompt }, candidates };
  const results = await agent(task, stopping).catch((failure: unknown) => {
    if (failure instanceof AgentError) {
      const { message: reason, stderr } = failure;
      log('warn', 'agent failed', { monitor_id: id, reason, stderr });
    }
    throw failure;
  });
  const known = new Set(candidates.map((candidate) => candidate.id));
  return onePer(
    ({ key }) => key,
    results.map((result) => agentResult(result, known)),
  );
}

function newsResult(item: stored.NewsHeadline): stored.RunResultRecord {
  return {
    key: item.id,
    title: item.title,
    summary: item.description,
    links: item.url === null ? [] : [{ url: item.url, source: item.source }],
    publication_date: item.publication_date,
  };
}

/** A longer one does not fit into every database's index. */
const longestKey = 500;

function agentResult(result: AgentResult, candidates: ReadonlySet<string>): stored.RunResultRecord {
  const { id, title, summary, publication_date } = result;
  const links = result.links.map(({ url, source }) => ({ url, source }));
  const link = links[0]?.url;
  const own = link !== undefined && link.length <= longestKey ? link : digestOf(link ?? title);
  return {
    key: id && candidates.has(id) ? id : own,
    title,
    summary,
    links,
    publication_date: publication_date ? Date.parse(publication_date) : null,
  };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function onePer<Each>(keyOf: (each: Each) => string, all: readonly Each[]): Each[] {
  const byKey = new Map<string, Each>();
  for (const each of all) if (!byKey.has(keyOf(each))) byKey.set(keyOf(each), each);
  return [...byKey.values()];
}
