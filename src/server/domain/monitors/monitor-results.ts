import { hash } from 'node:crypto';
import type { AgentResult } from '../../agent/agent-results.ts';
import type { MatchRecord, NewsHeadline, RunResultRecord } from '../../store/store.ts';
import type { FilterCandidate } from './alert-filters.ts';

/** Maximum characters of a result's key, so that every database can index it. */
const maxKeyLength = 500;

/** A result with what the alert filters need to know about it. */
export interface FoundResult extends FilterCandidate {
  result: RunResultRecord;
  /** The waiting match that it is made of, if any. */
  match?: MatchRecord | undefined;
  /** The beginning of the item's body, if the title and the summary are too short to be compared. */
  body?: string;
}

/** A news item that a monitor found. */
export interface FoundItem {
  item: NewsHeadline;
  /** How well it matches, above 0 and up to 1. */
  strength: number;
  /** The match that waited for the run, if it is from the shared news. */
  match?: MatchRecord;
  /** Empty for an item of a monitor's own feeds: its body is not compared. */
  body?: '';
}

/** The first result for each key. */
export function uniqueResults(results: readonly FoundResult[]): FoundResult[] {
  return uniqueBy(results, ({ result }) => result.key);
}

/** A news item as a result. */
export function foundNews(found: FoundItem): FoundResult {
  return foundResult(newsResult(found.item), found);
}

/** The key by which the store remembers that the text of a result was compared with alerted results. */
export function comparedKey({ key, title, summary }: RunResultRecord): string {
  return `text ${hash('sha256', JSON.stringify([key, title, summary]))}`;
}

/** @param candidate the news item that the result is based on */
export function foundResult(
  result: RunResultRecord,
  candidate: FoundItem | undefined,
): FoundResult {
  const { title, summary, links } = result;
  const sources = links.flatMap(({ url, source }) => [url, source]);
  return {
    result,
    title,
    summary,
    sources: [...sources, candidate?.item.url, candidate?.item.source].filter(
      (source) => typeof source === 'string',
    ),
    relevance: candidate?.strength ?? null,
    match: candidate?.match,
    ...(candidate?.body !== undefined && { body: candidate.body }),
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
export function uniqueBy<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): Value[] {
  const byKey = new Map<string, Value>();
  for (const value of values) if (!byKey.has(keyOf(value))) byKey.set(keyOf(value), value);
  return [...byKey.values()];
}
