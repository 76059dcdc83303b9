import type { Database } from '../../../storage/database.ts';
import type { NewsCandidate, NewsQuery } from '../store.ts';
import { BestMatches, common } from './best-matches.ts';
import { positionAt, timeAt } from './news-position.ts';
import { PostingLists } from './posting-lists.ts';
import { RankingTermsTable } from './ranking-terms-table.ts';

const selectOldest = `SELECT rowid FROM news_terms WHERE news_terms MATCH ? AND rowid >= ?
  ORDER BY rowid DESC LIMIT 1 OFFSET ?`;

/** Bytes of what matches, and of what items are ranked by, that are remembered. */
const mostPostings = 10_000_000;
const mostRankingTerms = 16_000_000;

/** What an occurrence counts by itself, and how much more it counts in the title. */
const anywhereShare = 0.33;
const titleShare = 0.27;

/** What has a term or a phrase, anywhere and in the title. */
interface Postings {
  all: Float64Array;
  titles: Float64Array;
}

/**
 * The items that have most of what is asked, by how rare each of it is and whether it stands in the
 * title. FTS5 knows that at a tenth of the cost of its bm25(), which reads how often each term
 * occurs and how long each item is.
 */
export class NewsCandidates {
  readonly #database: Database;
  readonly #lists: PostingLists;
  readonly #rankingTerms: RankingTermsTable;
  readonly #matches = new BestMatches();

  constructor(database: Database) {
    this.#database = database;
    this.#lists = new PostingLists(database, mostPostings);
    this.#rankingTerms = new RankingTermsTable(database, mostRankingTerms);
  }

  /**
   * @param size how many items there are
   * @param generation of the news: what is remembered of another one no longer holds
   */
  best(query: NewsQuery, size: number, generation: number): NewsCandidate[] {
    this.#lists.renew(generation);
    this.#rankingTerms.renew(generation);
    this.#matches.clear();
    const phrases = query.phrases.filter((phrase) => phrase.length > 0).map(quoted);
    const terms = query.anyOf.map((term) => quoted([term]));
    const besides = (query.besides ?? []).map((term) => quoted([term]));
    if (phrases.length > 0) this.#addDemanded(query, size, phrases, [...terms, ...besides]);
    else if (terms.length > 0) this.#addAny(query, size, terms, besides);
    const best = this.#matches.best(query.limit);
    const rankingTerms = this.#rankingTerms.of(best.map(({ position }) => position));
    return best.map(({ position, relevance }, at) => ({
      key: position,
      order_at: timeAt(position),
      ranking_terms: rankingTerms[at] ?? null,
      relevance,
    }));
  }

  /** What has all the phrases, and which of the terms that has. */
  #addDemanded(query: NewsQuery, size: number, phrases: string[], terms: string[]): void {
    const demanded = phrases.join(' AND ');
    const from = this.#oldestPosition(demanded, query);
    for (const unit of [...phrases, ...terms]) {
      const all = this.#lists.read(from, `(${demanded}) AND ${unit}`);
      const titles = this.#lists.read(from, `(${demanded}) AND title : ${unit}`);
      this.#addMatches({ all, titles }, size);
    }
  }

  /** What has any of the terms; of that, which has the commoner ones; and what has those in its title. */
  #addAny(query: NewsQuery, size: number, terms: string[], besides: string[]): void {
    const demanded = terms.join(' OR ');
    const from = this.#oldestPosition(demanded, query);
    for (const term of terms) {
      const all = this.#lists.from(from, term);
      this.#addMatches({ all, titles: this.#lists.from(from, `title : ${term}`) }, size);
    }
    if (besides.length === 0) return;
    const found = this.#matches.positions.slice();
    for (const term of besides) {
      const whole = this.#lists.fromIfWanted(from, term);
      const all = whole
        ? common(found, whole)
        : this.#lists.read(from, `(${demanded}) AND ${term}`);
      const titles = this.#lists.from(from, `title : ${term}`);
      // Of a commoner term only a part is looked up anywhere: it is not as rare as that.
      const weight = rarity(Math.max(all.length, titles.length), size);
      this.#matches.add(all, anywhereShare * weight);
      this.#matches.add(titles, titleShare * weight);
    }
  }

  /** What stands in a title stands anywhere. */
  #addMatches({ all, titles }: Postings, size: number): void {
    const weight = rarity(all.length, size);
    this.#matches.add(all, anywhereShare * weight);
    this.#matches.addAgain(titles, titleShare * weight);
  }

  #oldestPosition(expression: string, { since, newest }: NewsQuery): number {
    const from = since === undefined ? Number.MIN_SAFE_INTEGER : positionAt(since);
    if (newest === undefined) return from;
    const offset = Math.max(newest - 1, 0);
    const oldest = this.#database.get<{ rowid: number }>(selectOldest, expression, from, offset);
    return oldest?.rowid ?? from;
  }
}

function rarity(frequency: number, size: number): number {
  return Math.log(1 + (Math.max(size - frequency, 0) + 0.5) / (frequency + 0.5));
}

/** Every term is quoted: inside of quotes FTS5 knows no other syntax, and only NUL ends them. */
function quoted(terms: readonly string[]): string {
  return `"${terms.join(' ').replaceAll('\0', '').replaceAll('"', '""')}"`;
}
