import type { NewsCandidate, NewsStore } from '../store/store.ts';
import { readCandidate } from './candidate-text.ts';
import { type Clause, readPrompt } from './prompt.ts';
import { qualifies } from './qualifying.ts';
import { parseQuery, type Query } from './query.ts';
import { type RankedItem, rank, type TermStatistics } from './ranking.ts';
import { relatedTerms } from './thesaurus.ts';

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
/** How many candidates are read and ranked. */
const mostCandidates = 200;
/** Common terms do not choose candidates once the rarer ones find this many items. */
const manyMatches = 20_000;
/** Where the rarest term alone finds more than that: how many of the newest are looked at. */
const newestMatches = 5_000;

/**
 * The items that answer a query best, the best first. Any text is a query; one without a searchable
 * character finds nothing.
 */
export async function searchNews(store: NewsStore, search: NewsSearch): Promise<RankedItem[]> {
  const found = await lookUp(store, search, parseQuery(search.query), []);
  return found.rank(found.candidates).slice(0, search.limit);
}

/**
 * The items that are what a monitor's prompt asks for, the best first. Often there are none: unlike
 * a search, it does not give the nearest of what is there.
 */
export async function searchRelevant(store: NewsStore, search: NewsSearch): Promise<RankedItem[]> {
  const query = parseQuery(search.query);
  const clauses = readPrompt(search.query, query.phrases);
  const found = await lookUp(store, search, query, spellingsIn(clauses));
  const qualifying = found.candidates.filter((candidate) =>
    qualifies(readCandidate(candidate), clauses, found.statistics),
  );
  return found.rank(qualifying).slice(0, search.limit);
}

/** Other spellings of the prompt's names, by their terms: a search does not look for them. */
function spellingsIn(clauses: readonly Clause[]): string[] {
  const wanted = clauses.flat().flatMap(({ alternatives }) => alternatives.flat());
  return wanted.flatMap(({ same }) => same).flat();
}

interface Found {
  candidates: NewsCandidate[];
  statistics: TermStatistics;
  rank(candidates: readonly NewsCandidate[]): RankedItem[];
}

async function lookUp(
  store: NewsStore,
  search: NewsSearch,
  { terms, phrases }: Query,
  spellings: readonly string[],
): Promise<Found> {
  const related = relatedTerms(terms);
  const asked = [...new Set([...terms, ...[...related.values()].flat(), ...spellings])];
  const frequencies = await store.frequencies(asked);
  const chosen = choosingTerms(frequencies);
  const since =
    search.hours_ago === undefined ? {} : { since: search.now - search.hours_ago * hour };
  const limit = Math.max(mostCandidates, search.limit);
  const newest = chosen.matches > manyMatches ? { newest: newestMatches } : {};
  const ask = (anyOf: readonly string[], bound: { newest?: number }) =>
    terms.length === 0 ? [] : store.candidates({ anyOf, phrases, ...since, ...bound, limit });
  let candidates = await ask(chosen.terms, newest);
  // The rare terms may have nothing in the time that was asked for, where the common ones have.
  if (candidates.length < search.limit && chosen.terms.length < frequencies.size) {
    candidates = await ask([...frequencies.keys()], { newest: newestMatches });
  }
  const statistics = { size: await store.count(), frequencies };
  return {
    candidates,
    statistics,
    rank: (some) => rank(some, terms, related, statistics, search.now),
  };
}

/** The rarest terms, at least one, with the number of matches that they can have together. */
function choosingTerms(frequencies: ReadonlyMap<string, number>) {
  const rarestFirst = [...frequencies].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  const terms: string[] = [];
  let matches = 0;
  for (const [term, frequency] of rarestFirst) {
    if (terms.length > 0 && matches + frequency > manyMatches) break;
    terms.push(term);
    matches += frequency;
  }
  return { terms, matches };
}
