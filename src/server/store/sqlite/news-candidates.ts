import type { WorkSlices } from '../../../node/work-slices.ts';
import type { Database } from '../../../storage/database.ts';
import { whenUnlocked } from '../../../storage/when-unlocked.ts';
import { termSpan } from '../../search/index/ranking-terms.ts';
import { sum } from '../../search/ranking/relevance.ts';
import { firstCandidates } from '../sql/news-records.ts';
import type { NewsCandidate, NewsQuery, RankableItem, WeightedTerm } from '../store.ts';
import type { CachedItem } from './cached-items.ts';
import type { NewsCache } from './news-cache.ts';
import { positionAt, positionsOf, timeAt } from './news-position.ts';
import { ScoredPositions } from './scored-positions.ts';

const selectOldest = `SELECT rowid FROM news_terms WHERE news_terms MATCH ? AND rowid >= ? AND rowid < ?
  ORDER BY rowid DESC LIMIT 1 OFFSET ?`;
/** As one JSON text, because reading a row for each match takes several times as long. */
const selectPositions = `SELECT json_group_array(rowid) AS positions FROM (
  SELECT rowid FROM news_terms WHERE news_terms MATCH ? AND rowid >= ? ORDER BY rowid DESC
)`;
const selectItems = `SELECT position, id, ranking_terms FROM news
  WHERE position IN (SELECT value FROM json_each(?))`;
const selectItemsById = `SELECT position, id, ranking_terms FROM news
  WHERE id IN (SELECT value FROM json_each(?))`;

interface ItemRow {
  position: number;
  id: string;
  ranking_terms: Uint8Array;
}

/**
 * Finds candidates in the full-text index. Finding the items of a term costs a tenth of FTS5's
 * bm25(), which also reads the number of occurrences in each item and the length of the item.
 */
export class NewsCandidates {
  readonly #database: Database;
  readonly #currentCache: () => NewsCache;

  /** @param currentCache the cache without outdated entries */
  constructor(database: Database, currentCache: () => NewsCache) {
    this.#database = database;
    this.#currentCache = currentCache;
  }

  async find(query: NewsQuery, work: WorkSlices): Promise<NewsCandidate[]> {
    /** The news may change between the steps: the caller leaves out an item that is not stored any more. */
    const step = async <Result>(run: () => Result): Promise<Result> => {
      await work.next();
      return whenUnlocked(run);
    };
    const phrases = query.phrases.filter((phrase) => phrase.length > 0);
    if (phrases.length + query.terms.length === 0) return [];
    const words = phrases.length > 0 ? phrases.flat() : query.terms.map(({ term }) => term);
    const { before } = positionsOf(query);
    const cache = await step(() => this.#currentCache());
    const from = await step(() =>
      this.#oldestPosition(
        words.map((word) => quoted([word])).join(phrases.length > 0 ? ' AND ' : ' OR '),
        query,
      ),
    );
    const matches = (expression: string) =>
      step(() => this.#cachedMatches(cache, expression, from, before));
    const scored = new ScoredPositions();
    if (phrases.length > 0) {
      const required = await step(() => {
        const positions = this.#matches(phrases.map(quoted).join(' AND '), from);
        return between(from, before, positions);
      });
      if (required.length === 0) return [];
      scored.add(required, 0);
    }
    // Matching the phrases again for each term would take the product of both times.
    let isComplete = phrases.length > 0;
    const heaviestFirst = query.terms.toSorted((a, b) => maxWeight(b) - maxWeight(a));
    let rest = sum(heaviestFirst.map(maxWeight));
    for (const each of heaviestFirst) {
      const quotedTerm = quoted([each.term]);
      // An item that has none of the terms so far cannot be among the best.
      isComplete ||= scored.hasBetter(rest, query.limit);
      const positions = await matches(quotedTerm);
      if (isComplete) scored.addToKnown(positions, each.weight);
      else scored.add(positions, each.weight);
      scored.addToKnown(await matches(`title : ${quotedTerm}`), each.titleWeight);
      rest -= maxWeight(each);
    }
    return step(() => this.#candidates(cache, scored, query.limit));
  }

  /** Items by their ids, without their cache: a match is ranked once. */
  rankable(ids: readonly string[]): RankableItem[] {
    const rows = this.#database.all<ItemRow>(selectItemsById, JSON.stringify(ids));
    return rows.map(({ position, id, ranking_terms }) => {
      const order_at = timeAt(position);
      const sequence = position - positionAt(order_at);
      return { id, order_at, sequence, terms: termSpan(ranking_terms) };
    });
  }

  #candidates({ items }: NewsCache, scored: ScoredPositions, limit: number): NewsCandidate[] {
    const candidates: NewsCandidate[] = [];
    const missing = new Map<number, number>();
    for (const { position, relevance } of scored.best(limit)) {
      const item = items.get(position);
      if (item) candidates.push(candidate(position, relevance, item));
      else missing.set(position, relevance);
    }
    for (const { position, id, ranking_terms } of this.#rows([...missing.keys()])) {
      const item = items.add(position, id, ranking_terms);
      candidates.push(candidate(position, missing.get(position) ?? 0, item));
    }
    return firstCandidates(candidates, limit);
  }

  #rows(positions: readonly number[]): ItemRow[] {
    return positions.length === 0 ? [] : this.#database.all(selectItems, JSON.stringify(positions));
  }

  /** The lowest position that `since` and `newest` allow. */
  #oldestPosition(expression: string, { newest, ...period }: NewsQuery): number {
    const { from, before } = positionsOf(period);
    if (newest === undefined) return from;
    const offset = Math.max(newest - 1, 0);
    const oldest = this.#database.get<{ rowid: number }>(
      selectOldest,
      expression,
      from,
      before,
      offset,
    );
    return oldest ? Math.max(positionAt(timeAt(oldest.rowid)), from) : from;
  }

  #cachedMatches(
    { postings }: NewsCache,
    expression: string,
    from: number,
    before: number,
  ): Float64Array {
    const cached = postings.get(expression);
    if (cached && cached.from <= from) return between(from, before, cached.positions);
    // The newest ones too, so that other searches can use them.
    const positions = this.#matches(expression, from);
    postings.set(expression, { from, positions });
    return between(from, before, positions);
  }

  #matches(expression: string, from: number): Float64Array {
    const row = this.#database.get<{ positions: string }>(selectPositions, expression, from);
    return Float64Array.from(JSON.parse(row?.positions ?? '[]') as number[]);
  }
}

function candidate(position: number, relevance: number, terms: CachedItem): NewsCandidate {
  const order_at = timeAt(position);
  return { id: terms.id, order_at, sequence: position - positionAt(order_at), terms, relevance };
}

/** The part of a descending list that is at or above `from` and below `before`. */
function between(from: number, before: number, positions: Float64Array): Float64Array {
  const start = countFrom(before, positions);
  return positions.subarray(start, Math.max(countFrom(from, positions), start));
}

/** The number of positions of a descending list that are at or above a position. */
function countFrom(position: number, positions: Float64Array): number {
  let [start, end] = [0, positions.length];
  while (start < end) {
    const middle = (start + end) >>> 1;
    if ((positions[middle] as number) >= position) start = middle + 1;
    else end = middle;
  }
  return start;
}

/** The most that a term can contribute to the relevance of an item. */
function maxWeight({ weight, titleWeight }: WeightedTerm): number {
  return weight + titleWeight;
}

/** Quotes a phrase for FTS5, which interprets nothing inside quotes but stops at NUL. */
function quoted(terms: readonly string[]): string {
  return `"${terms.join(' ').replaceAll('\0', '').replaceAll('"', '""')}"`;
}
