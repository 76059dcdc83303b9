import { maxSearchItems } from '../../contract/news.ts';
import { maxLimit } from '../../contract/shared-fields.ts';
import { runInSlices } from '../../node/steps.ts';
import { WorkSlices } from '../../node/work-slices.ts';
import type { NewsCandidate, NewsHeadline, NewsPeriod, NewsStore } from '../store/store.ts';
import {
  allTerms,
  type CandidateTerms,
  candidateTerms,
  candidateWeights,
} from './candidate-terms.ts';
import { fieldsOf } from './index/ranking-terms.ts';
import { rawTextOf } from './prompt/judged-item.ts';
import { promptRule } from './prompt/prompt-rule.ts';
import { type PromptCondition, readPromptInSlices } from './prompt/read-prompt.ts';
import { unitPhraseTerms, unitsOf } from './prompt/unit-terms.ts';
import { type Query, querySteps, searchSteps } from './query.ts';
import {
  conceptTerms,
  queryConcepts,
  type TermStatistics,
  weightedConcepts,
} from './ranking/concepts.ts';
import { newestFirst } from './ranking/newest-first.ts';
import { type RankedCandidate, rank, type ScoreOptions } from './ranking/ranking.ts';
import { rarity } from './ranking/relevance.ts';

export interface RankedItem {
  item: NewsHeadline;
  /** Above 0 and up to 1, with 4 decimals. */
  score: number;
}

/** An item that satisfies the condition of a prompt. */
export interface RelevantItem extends RankedItem {
  /** Of the match, above 0 and up to 1 (see `PromptRule`). */
  strength: number;
  /** What orders it in lists of news. */
  place: Pick<NewsCandidate, 'order_at' | 'sequence'>;
}

export interface NewsSearch extends NewsPeriod {
  query: string;
  /** Maximum number of items. With fewer candidates for a prompt, less significant terms are searched too. */
  limit: number;
  /** The current time in milliseconds. */
  now: number;
  /** Its slices belong to the group of an account (default: no group), and its signal ends the search. */
  work?: WorkSlices | undefined;
}

const hour = 60 * 60 * 1000;
/** With fewer candidates for a search, less significant terms are searched too: a page may have as many items. */
const minSearchCandidates = maxLimit;
/** Number of candidates for a monitor, whose prompt rejects most of them. */
const monitorCandidates = 1000;
/** Items that are read from the store at a time. */
const itemsPerRead = 250;
/** Age in hours up to which a monitor finds an item, however many older items match better. */
const recentHours = 7 * 24;

/**
 * Finds the best matches for a query, best first; none if it has no words or numbers. The ranking
 * has at most {@link maxSearchItems} items and does not depend on the limit.
 *
 * @param part the part of the ranking to return (default: the first `search.limit` items)
 */
export async function searchNews(
  store: NewsStore,
  search: NewsSearch,
  { offset, limit } = { offset: 0, limit: search.limit },
): Promise<RankedItem[]> {
  const { work = new WorkSlices() } = search;
  const query = await runInSlices(searchSteps(search.query), work);
  const wide = { ...search, limit: minSearchCandidates, work };
  const found = await findCandidates(store, wide, query, maxSearchItems);
  const ranked = await found.rank(found.candidates);
  return withItems(store, ranked.slice(offset, offset + limit), work);
}

/**
 * Finds the items that are relevant to a monitor's prompt, best first. Unlike {@link searchNews},
 * it excludes items that match only partially. It also returns the items of the last
 * {@link recentHours} hours beyond the limit, at most {@link monitorCandidates}: old items that match
 * better must not hide new ones from a monitor.
 */
export async function searchRelevant(
  store: NewsStore,
  search: NewsSearch,
): Promise<RelevantItem[]> {
  const { work = new WorkSlices() } = search;
  await work.next();
  const condition = await readPromptInSlices(search.query, work);
  const query = await runInSlices(querySteps(condition.wanted), work);
  const terms = conditionTerms(condition);
  const find = (options: NewsSearch) =>
    findCandidates(store, { ...options, work }, query, monitorCandidates, terms);
  const found = await find(search);
  const isComplete = found.candidates.length < Math.max(monitorCandidates, search.limit);
  const recentSince = search.now - recentHours * hour;
  const since = Math.max(search.since ?? recentSince, recentSince);
  const recent = isComplete ? [] : (await find({ ...search, since })).candidates;
  const candidates = unique([...found.candidates, ...recent]);
  await work.next();
  const strengths = await judge(store, candidates, condition, work);
  const qualifying = candidates.filter(({ id }) => strengths.has(id));
  const strengthOf = (id: string) => strengths.get(id) ?? 0;
  const ranked = (await found.rank(qualifying))
    .sort((a, b) => matchQuality(b, strengthOf) - matchQuality(a, strengthOf))
    .filter(({ candidate }, index) => index < search.limit || candidate.order_at >= recentSince);
  const items = await withItems(store, ranked, work);
  const places = new Map(ranked.map(({ candidate }) => [candidate.id, candidate]));
  return items.flatMap((each) => {
    const place = places.get(each.item.id);
    return place ? [{ ...each, strength: strengthOf(each.item.id), place }] : [];
  });
}

/**
 * The relevance of items to the words of a prompt, by id: above 0 and up to 1. Empty if none of the words
 * occurs in the news.
 */
export async function matchRelevance(
  store: Pick<NewsStore, 'frequencies' | 'totals' | 'rankable'>,
  { query, now, work = new WorkSlices() }: Pick<NewsSearch, 'query' | 'now' | 'work'>,
  ids: readonly string[],
): Promise<Map<string, number>> {
  await work.next();
  const condition = await readPromptInSlices(query, work);
  const parsed = await runInSlices(querySteps(condition.wanted), work);
  const { options } = await scoreOptions(store, parsed, work);
  if (options.concepts.length === 0) return new Map();
  await work.next();
  // The terms that the ranking learns depend on the order of equally relevant items.
  const items = (await store.rankable(ids)).sort(newestFirst);
  const ranked = await rank(items, { ...options, now, work });
  return new Map(ranked.map(({ candidate, score }) => [candidate.id, score]));
}

/** Orders matches by strength and relevance; on average, both vary as much. */
function matchQuality(
  { candidate, score }: RankedCandidate,
  strengthOf: (id: string) => number,
): number {
  return strengthOf(candidate.id) + score;
}

/** The strength of the match of each candidate that satisfies the condition, by id. */
async function judge(
  store: NewsStore,
  candidates: readonly NewsCandidate[],
  condition: PromptCondition,
  work: WorkSlices,
): Promise<Map<string, number>> {
  const rule = promptRule(condition);
  await work.next();
  // Most texts need not be read to compare their amounts.
  const ruleOfTerms = promptRule({ ...condition, limits: [] });
  const strengths = new Map<string, number>();
  for (const { id, terms } of candidates) {
    await work.next();
    const fields = fieldsOf(terms);
    const strength = ruleOfTerms(fields);
    if (strength === undefined) continue;
    const item = condition.readsText ? await store.get(id) : undefined;
    const found = item ? rule({ ...fields, rawText: rawTextOf(item) }) : strength;
    if (found !== undefined) strengths.set(id, found);
  }
  return strengths;
}

/** The parameters of the scores for a query, from the statistics of the store. */
async function scoreOptions(
  store: Pick<NewsStore, 'frequencies' | 'totals'>,
  query: Query,
  work: WorkSlices,
  otherTerms: readonly string[] = [],
): Promise<{ options: ScoreOptions; statistics: TermStatistics }> {
  const concepts = queryConcepts(query);
  const terms = [...new Set([...conceptTerms(concepts), ...otherTerms])];
  const frequencies = await store.frequencies(terms, work);
  const { items, titleTerms, textTerms } = await store.totals();
  const statistics = { size: items, frequencies };
  const averages = { title: titleTerms / Math.max(items, 1), text: textTerms / Math.max(items, 1) };
  return { options: { ...weightedConcepts(concepts, statistics), averages }, statistics };
}

function unique(candidates: readonly NewsCandidate[]): NewsCandidate[] {
  return [...new Map(candidates.map((candidate) => [candidate.id, candidate])).values()];
}

/** The terms by which items may satisfy a condition. Plain searches do not use them. */
function conditionTerms({ clauses }: PromptCondition): string[] {
  return unitsOf(clauses).flatMap((unit) => {
    const { event } = unit;
    const phrases = event ? [...event.subjects, ...event.newsSubjects] : unitPhraseTerms(unit);
    return phrases.flat();
  });
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
    const items = await store.headlinesOf(some.map(({ candidate }) => candidate));
    for (const { candidate, score } of some) {
      const item = items.get(candidate.id);
      if (item) found.push({ item, score });
    }
  }
  return found;
}

interface Candidates {
  candidates: NewsCandidate[];
  rank(candidates: readonly NewsCandidate[]): Promise<RankedCandidate[]>;
}

async function findCandidates(
  store: NewsStore,
  search: NewsSearch & { work: WorkSlices },
  query: Query,
  maxCandidates: number,
  spellings: readonly string[] = [],
): Promise<Candidates> {
  const { work } = search;
  const { phrases } = query;
  await work.next();
  const { options, statistics } = await scoreOptions(store, query, work, spellings);
  const { size, frequencies } = statistics;
  const weights = candidateWeights(options.concepts);
  for (const term of spellings) {
    if (!weights.has(term)) weights.set(term, rarity(frequencies.get(term) ?? 0, size));
  }
  const limit = Math.max(maxCandidates, search.limit);
  const { since, until } = search;
  const readings = occurringPhrases(phrases, query, frequencies);
  if (phrases.length > 0 && readings.length === 0) return noCandidates;
  const findReading = (selection: CandidateTerms, reading: string[][]) =>
    store.candidates({ ...selection, phrases: reading, since, until, limit }, work);
  const find = async (selection: CandidateTerms) => {
    const [first = [], ...others] = readings;
    const found = await findReading(selection, first);
    if (others.length === 0) return found;
    for (const reading of others) found.push(...(await findReading(selection, reading)));
    return unique(found);
  };
  const rarest = candidateTerms(weights, statistics, readings.flat());
  let candidates = await find(rarest);
  const hasMoreTerms = phrases.length === 0 && rarest.terms.length < frequencies.size;
  if (candidates.length < search.limit && hasMoreTerms) {
    candidates = await find(allTerms(weights, statistics));
  }
  await work.next();
  return {
    candidates,
    rank: (ranked) => rank(ranked, { ...options, now: search.now, work }),
  };
}

const noCandidates: Candidates = { candidates: [], rank: async () => [] };

/** The phrases in the languages in which every searched term of theirs occurs in some item. */
function occurringPhrases(
  phrases: readonly string[][][],
  { terms, alternatives }: Query,
  frequencies: ReadonlyMap<string, number>,
): string[][][] {
  const searched = [...terms, ...[...alternatives.values()].flat()];
  const missing = new Set(searched.filter((term) => !frequencies.has(term)));
  return phrases.filter((reading) => !reading.flat().some((term) => missing.has(term)));
}
