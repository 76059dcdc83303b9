import type { NewsHeadline, NewsQuery, NewsStore } from '../store/store.ts';
import { qualifies } from './prompt/matches-prompt.ts';
import { type Clause, readPrompt } from './prompt/parse-prompt.ts';
import { parseQuery, type Query } from './query.ts';
import { type CandidateText, readCandidates } from './ranking/candidate-text.ts';
import { type RankedCandidate, rank, type TermStatistics } from './ranking/ranking.ts';
import { relatedTerms } from './text/thesaurus.ts';

export interface RankedItem {
  item: NewsHeadline;
  /** Above 0 and up to 1, with 4 decimals. */
  score: number;
}

export interface NewsSearch {
  query: string;
  /** Only items of the last so many hours. */
  hours_ago?: number | undefined;
  /** At most this many items. */
  limit: number;
  /** In milliseconds. */
  now: number;
}

const hour = 60 * 60 * 1000;
/** How many candidates a search reads and ranks, and a monitor, which turns most of them down. */
const searchCandidates = 100;
const monitorCandidates = 200;
/** Common terms find no candidates once the rarer ones find this many items. */
const manyMatches = 20_000;
/** Nor do they order them once the rarer ones occur in this many. */
const mostMatches = 40_000;
/** Where the rarest term alone finds too many: how many of the newest are looked at. */
const newestMatches = 5_000;

/**
 * The items that answer a query best, the best first. Any text is a query; one without a searchable
 * character finds nothing.
 */
export async function searchNews(store: NewsStore, search: NewsSearch): Promise<RankedItem[]> {
  const found = await lookUp(store, search, parseQuery(search.query), {
    most: searchCandidates,
  });
  return withItems(store, found.rank(found.texts).slice(0, search.limit));
}

/**
 * The items that are what a monitor's prompt asks for, the best first. Often there are none: unlike
 * a search, it does not give the nearest of what is there.
 */
export async function searchRelevant(store: NewsStore, search: NewsSearch): Promise<RankedItem[]> {
  const query = parseQuery(search.query);
  const clauses = readPrompt(search.query, query.phrases);
  const most = monitorCandidates;
  const found = await lookUp(store, search, query, { most, spellings: spellingsIn(clauses) });
  const qualifying = found.texts.filter((text) => qualifies(text, clauses, found.statistics));
  return withItems(store, found.rank(qualifying).slice(0, search.limit));
}

/** Other spellings of the prompt's names, by their terms: a search does not look for them. */
function spellingsIn(clauses: readonly Clause[]): string[] {
  const wanted = clauses.flat().flatMap(({ alternatives }) => alternatives.flat());
  return wanted.flatMap(({ same }) => same).flat();
}

async function withItems(
  store: NewsStore,
  ranked: readonly RankedCandidate[],
): Promise<RankedItem[]> {
  const items = await store.headlines(ranked.map(({ candidate }) => candidate.key));
  return ranked.flatMap(({ candidate, score }) => {
    const item = items.get(candidate.key);
    return item ? [{ item, score }] : [];
  });
}

interface Found {
  texts: CandidateText[];
  statistics: TermStatistics;
  rank(texts: readonly CandidateText[]): RankedCandidate[];
}

async function lookUp(
  store: NewsStore,
  search: NewsSearch,
  { terms, phrases }: Query,
  { most, spellings = [] }: { most: number; spellings?: readonly string[] },
): Promise<Found> {
  const related = relatedTerms(terms);
  const asked = [...new Set([...terms, ...[...related.values()].flat(), ...spellings])];
  const frequencies = await store.frequencies(asked);
  const { anyOf, besides, tooMany } = chooseTerms(frequencies);
  const since =
    search.hours_ago === undefined ? {} : { since: search.now - search.hours_ago * hour };
  const limit = Math.max(most, search.limit);
  const ask = async (terms: Pick<NewsQuery, 'anyOf' | 'besides' | 'newest'>) =>
    asked.length === 0 ? [] : store.candidates({ ...terms, phrases, ...since, limit });
  let candidates = await ask({ anyOf, besides, ...(tooMany ? { newest: newestMatches } : {}) });
  // The rare terms may have nothing in the time that was asked for, where the common ones have.
  if (candidates.length < search.limit && anyOf.length < frequencies.size) {
    candidates = await ask({ anyOf: [...frequencies.keys()], newest: newestMatches });
  }
  const statistics = { size: await store.count(), frequencies };
  return {
    texts: await readCandidates(store, candidates),
    statistics,
    rank: (some) => rank(some, terms, related, statistics, search.now),
  };
}

/** What each term does: the rarest, at least one, find candidates; the next ones order them. */
function chooseTerms(frequencies: ReadonlyMap<string, number>) {
  const rarestFirst = [...frequencies].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  const [anyOf, besides]: [string[], string[]] = [[], []];
  let matches = 0;
  for (const [term, frequency] of rarestFirst) {
    matches += frequency;
    if (anyOf.length === 0 || matches <= manyMatches) anyOf.push(term);
    else if (matches <= mostMatches) besides.push(term);
  }
  return { anyOf, besides, tooMany: (rarestFirst[0]?.[1] ?? 0) > manyMatches };
}
