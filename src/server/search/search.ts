import { filterInSlices, WorkSlices } from '../../node/work-slices.ts';
import type { NewsHeadline, NewsStore } from '../store/store.ts';
import { allTerms, type CandidateTerms, candidateTerms } from './candidate-terms.ts';
import { unpackTerms } from './index/ranking-terms.ts';
import { promptMatcher } from './prompt/matches-prompt.ts';
import { parsePrompt, type QueryClause } from './prompt/parse-prompt.ts';
import { parseQuery, type Query } from './query.ts';
import {
  type CandidateText,
  type RankedCandidate,
  rank,
  type TermStatistics,
} from './ranking/ranking.ts';
import { searchedText } from './searched-text.ts';
import { relatedTerms } from './text/thesaurus.ts';

export interface RankedItem {
  item: NewsHeadline;
  /** Above 0 and up to 1, with 4 decimals. */
  score: number;
}

export interface NewsSearch {
  query: string;
  /** Only items of the last `hours_ago` hours (default: all items). */
  hours_ago?: number | undefined;
  /** Maximum number of items. With fewer candidates, less significant terms are searched too. */
  limit: number;
  /** The current time in milliseconds. */
  now: number;
  /** Who the search is for, and until when (default: nobody, until it ends). */
  work?: WorkSlices | undefined;
}

const hour = 60 * 60 * 1000;
/** Number of candidates that are ranked for a search. */
export const searchCandidates = 100;
/** Number of candidates for a monitor, whose prompt rejects most of them. */
const monitorCandidates = 200;
/** Items that are read from the store at a time. */
const itemsPerRead = 250;
/** Age in hours up to which a monitor finds an item, however many older items match better. */
const recentHours = 7 * 24;

/**
 * Finds the best matches for a query, best first; none if it has no words or numbers. The ranking
 * has at most {@link searchCandidates} items.
 *
 * @param part the part of the ranking to return (default: the first `search.limit` items)
 */
export async function searchNews(
  store: NewsStore,
  search: NewsSearch,
  { offset, limit } = { offset: 0, limit: search.limit },
): Promise<RankedItem[]> {
  const { work = new WorkSlices() } = search;
  await work.next();
  const query = parseQuery(search.query);
  const found = await findCandidates(store, { ...search, work }, query, searchCandidates);
  const ranked = await found.rank(found.texts);
  return withItems(store, ranked.slice(offset, offset + limit), work);
}

/**
 * Finds the items that are relevant to a monitor's prompt, best first. Unlike {@link searchNews},
 * it excludes items that match only partially. It also returns the items of the last
 * {@link recentHours} hours beyond the limit, at most {@link monitorCandidates}: old items that match
 * better must not hide new ones from a monitor.
 */
export async function searchRelevant(store: NewsStore, search: NewsSearch): Promise<RankedItem[]> {
  const { work = new WorkSlices() } = search;
  await work.next();
  const { searched } = searchedText(search.query);
  await work.next();
  const query = parseQuery(searched);
  await work.next();
  const clauses = parsePrompt(searched, query.phrases[0] ?? []);
  const find = (options: NewsSearch) =>
    findCandidates(store, { ...options, work }, query, monitorCandidates, nameSpellings(clauses));
  const found = await find(search);
  const isComplete = found.texts.length < Math.max(monitorCandidates, search.limit);
  const hours_ago = Math.min(search.hours_ago ?? recentHours, recentHours);
  const recent = isComplete ? [] : (await find({ ...search, hours_ago })).texts;
  const texts = uniqueTexts([...found.texts, ...recent]);
  await work.next();
  const qualifying = await filterInSlices(texts, promptMatcher(clauses, found.statistics), work);
  const recentSince = search.now - recentHours * hour;
  const ranked = (await found.rank(qualifying)).filter(
    ({ candidate }, index) => index < search.limit || candidate.order_at >= recentSince,
  );
  return withItems(store, ranked, work);
}

function uniqueTexts(texts: readonly CandidateText[]): CandidateText[] {
  return [...new Map(texts.map((text) => [text.candidate.id, text])).values()];
}

/** The terms of alternative spellings of the names in a prompt. Plain searches do not use them. */
function nameSpellings(clauses: readonly QueryClause[]): string[] {
  const units = clauses.flat().flatMap(({ alternatives }) => alternatives.flat());
  return units.flatMap(({ spellings }) => spellings).flat();
}

async function withItems(
  store: NewsStore,
  ranked: readonly RankedCandidate[],
  work: WorkSlices,
): Promise<RankedItem[]> {
  const found: RankedItem[] = [];
  for (let start = 0; start < ranked.length; start += itemsPerRead) {
    await work.next();
    const some = ranked.slice(start, start + itemsPerRead);
    const items = await store.headlines(some.map(({ candidate }) => candidate.id));
    for (const { candidate, score } of some) {
      const item = items.get(candidate.id);
      if (item) found.push({ item, score });
    }
  }
  return found;
}

interface Candidates {
  texts: CandidateText[];
  statistics: TermStatistics;
  rank(texts: readonly CandidateText[]): Promise<RankedCandidate[]>;
}

async function findCandidates(
  store: NewsStore,
  search: NewsSearch & { work: WorkSlices },
  { terms, alternatives, phrases }: Query,
  maxCandidates: number,
  spellings: readonly string[] = [],
): Promise<Candidates> {
  const { work } = search;
  await work.next();
  const related = relatedTerms(terms);
  const searchedTerms = [
    ...new Set([
      ...terms,
      ...[...alternatives.values()].flat(),
      ...[...related.values()].flat(),
      ...spellings,
    ]),
  ];
  const frequencies = await store.frequencies(searchedTerms, work);
  const statistics = { size: await store.count(), frequencies };
  const limit = Math.max(maxCandidates, search.limit);
  const period =
    search.hours_ago === undefined ? {} : { since: search.now - search.hours_ago * hour };
  const readings = occurringPhrases(phrases, searchedTerms, frequencies);
  if (phrases.length > 0 && readings.length === 0) return noCandidates(statistics);
  const find = async (selection: CandidateTerms) => {
    const found = [];
    for (const reading of readings.length > 0 ? readings : [[]]) {
      found.push(
        ...(await store.candidates({ ...selection, phrases: reading, ...period, limit }, work)),
      );
    }
    return [...new Map(found.map((candidate) => [candidate.id, candidate])).values()];
  };
  const rarest = candidateTerms(statistics, readings.flat());
  let candidates = await find(rarest);
  const hasMoreTerms = phrases.length === 0 && rarest.terms.length < frequencies.size;
  if (candidates.length < search.limit && hasMoreTerms) {
    candidates = await find(allTerms(statistics));
  }
  await work.next();
  const texts = candidates.map((candidate) => ({
    candidate,
    ...unpackTerms(candidate.ranking_terms),
  }));
  return {
    texts,
    statistics,
    rank: (ranked) =>
      rank(ranked, { terms, alternatives, related, statistics, now: search.now, work }),
  };
}

function noCandidates(statistics: TermStatistics): Candidates {
  return { texts: [], statistics, rank: async () => [] };
}

/** The phrases in the languages in which every searched term of theirs occurs in some item. */
function occurringPhrases(
  phrases: readonly string[][][],
  searchedTerms: readonly string[],
  frequencies: ReadonlyMap<string, number>,
): string[][][] {
  const missing = new Set(searchedTerms.filter((term) => !frequencies.has(term)));
  return phrases.filter((reading) => !reading.flat().some((term) => missing.has(term)));
}
