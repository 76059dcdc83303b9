import { WorkSlices } from '../../../node/work-slices.ts';
import type { Database } from '../../../storage/database.ts';
import { whenUnlocked } from '../../../storage/when-unlocked.ts';
import {
  headlineColumns,
  historyColumns,
  maxBodyLength,
  newsColumns,
} from '../sql/news-records.ts';
import { type TotalsRow, toTotals, totalsColumns } from '../sql/news-totals.ts';
import type {
  AddedNews,
  ArrivedItem,
  IndexedNewsItem,
  ListedNewsItem,
  NewsCandidate,
  NewsHeadline,
  NewsItemRecord,
  NewsPeriod,
  NewsQuery,
  NewsStore,
  NewsTotals,
  RankableItem,
  RowPosition,
} from '../store.ts';
import { insertNews, readLastArrival, removeNews } from './news-addition.ts';
import { NewsCache } from './news-cache.ts';
import { NewsCandidates } from './news-candidates.ts';
import { positionAt, positionsOf, timeAt } from './news-position.ts';

const selectTotals = `SELECT ${totalsColumns} FROM news_totals`;
const selectFrequency = 'SELECT doc FROM news_vocabulary WHERE term = ?';
const selectItem = `SELECT ${newsColumns} FROM news WHERE id = ?`;
const selectLatest = `SELECT position, ${newsColumns} FROM news WHERE position < ? AND position >= ?
  ORDER BY position DESC LIMIT ?`;
const selectOldest = 'SELECT id FROM news WHERE position < ? ORDER BY position LIMIT ?';
const selectArrivals = `SELECT ${historyColumns}, ranking_terms, ${newsColumns} FROM news
  WHERE arrival > ? ORDER BY arrival LIMIT ?`;
const selectBodies = `SELECT id, substr(body, 1, ?) AS body FROM news
  WHERE id IN (SELECT value FROM json_each(?)) AND body IS NOT NULL`;
const selectHeadlines = `SELECT ${headlineColumns} FROM news
  WHERE id IN (SELECT value FROM json_each(?))`;

/** As one JSON text, which takes less time than rows of six columns. */
const selectPlaced = `SELECT json_group_array(json_array(${headlineColumns})) AS items FROM news
  WHERE position IN (SELECT value FROM json_each(?))`;

/** The values of `headlineColumns`. */
type HeadlineValues = [
  id: string,
  title: string,
  description: string,
  url: string | null,
  source: string | null,
  publicationDate: number | null,
];

function toHeadline(values: HeadlineValues): NewsHeadline {
  const [id, title, description, url, source, publication_date] = values;
  return { id, title, description, url, source, publication_date };
}

/** The news index in SQLite. A write is one transaction; reads never wait for it. */
export class SqliteNews implements NewsStore {
  readonly #database: Database;
  readonly #cache = new NewsCache();
  readonly #candidates: NewsCandidates;

  constructor(database: Database) {
    this.#database = database;
    this.#candidates = new NewsCandidates(database, () => this.#currentCache());
  }

  add(items: readonly IndexedNewsItem[]): Promise<AddedNews> {
    return this.#database.commit(() => insertNews(this.#database, items));
  }

  arrivals(after: number, limit: number): Promise<ArrivedItem[]> {
    return whenUnlocked(() => this.#database.all<ArrivedItem>(selectArrivals, after, limit));
  }

  lastArrival(): Promise<number> {
    return whenUnlocked(() => readLastArrival(this.#database));
  }

  get(id: string): Promise<NewsItemRecord | undefined> {
    return whenUnlocked(() => this.#database.get<NewsItemRecord>(selectItem, id));
  }

  delete(ids: readonly string[]): Promise<number> {
    return this.#database.commit(() => removeNews(this.#database, ids));
  }

  oldest(before: number, limit: number): Promise<string[]> {
    return whenUnlocked(() =>
      this.#database
        .all<{ id: string }>(selectOldest, positionAt(before), limit)
        .map(({ id }) => id),
    );
  }

  latest(limit: number, after?: RowPosition, period: NewsPeriod = {}): Promise<ListedNewsItem[]> {
    return whenUnlocked(() => this.#latest(limit, after, period));
  }

  #latest(limit: number, after: RowPosition | undefined, period: NewsPeriod): ListedNewsItem[] {
    const { from, before } = positionsOf(period);
    const last = after ? positionAt(after.time) + after.sequence : before;
    const rows = this.#database.all<NewsItemRecord & { position: number }>(
      selectLatest,
      Math.min(last, before),
      from,
      limit,
    );
    return rows.map(({ position, ...item }) => {
      const order_at = timeAt(position);
      return { ...item, order_at, sequence: position - positionAt(order_at) };
    });
  }

  count(): Promise<number> {
    return whenUnlocked(() => this.#totals()?.items ?? 0);
  }

  totals(): Promise<NewsTotals> {
    return whenUnlocked(() => toTotals(this.#totals()));
  }

  generation(): Promise<number> {
    return whenUnlocked(() => this.#totals()?.generation ?? 0);
  }

  async frequencies(
    terms: readonly string[],
    work = new WorkSlices(),
  ): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    const { frequencies } = await whenUnlocked(() => this.#currentCache());
    const read = (term: string) => {
      const items = this.#database.get<{ doc: number }>(selectFrequency, term)?.doc ?? 0;
      frequencies.set(term, items);
      return items;
    };
    for (const term of new Set(terms)) {
      let items = frequencies.get(term);
      if (items === undefined) {
        await work.next();
        // Cached because FTS5 counts the items of a term by visiting all of them.
        items = await whenUnlocked(() => read(term));
      }
      if (items > 0) found.set(term, items);
    }
    return found;
  }

  candidates(query: NewsQuery, work = new WorkSlices()): Promise<NewsCandidate[]> {
    return this.#candidates.find(query, work);
  }

  async bodies(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await whenUnlocked(() =>
      this.#database.all<{ id: string; body: string }>(
        selectBodies,
        maxBodyLength,
        JSON.stringify(ids),
      ),
    );
    return new Map(rows.map(({ id, body }) => [id, body]));
  }

  headlines(ids: readonly string[]): Promise<Map<string, NewsHeadline>> {
    return whenUnlocked(() => {
      const items = this.#database.all<NewsHeadline>(selectHeadlines, JSON.stringify(ids));
      return new Map(items.map((item) => [item.id, item]));
    });
  }

  rankable(ids: readonly string[]): Promise<RankableItem[]> {
    return whenUnlocked(() => this.#candidates.rankable(ids));
  }

  headlinesOf(found: readonly RankableItem[]): Promise<Map<string, NewsHeadline>> {
    const positions = found.map(({ order_at, sequence }) => positionAt(order_at) + sequence);
    return whenUnlocked(() => {
      const row = this.#database.get<{ items: string }>(selectPlaced, JSON.stringify(positions));
      const items = JSON.parse(row?.items ?? '[]') as HeadlineValues[];
      return new Map(items.map((values) => [values[0], toHeadline(values)]));
    });
  }

  #totals(): TotalsRow | undefined {
    return this.#database.get<TotalsRow>(selectTotals);
  }

  #currentCache(): NewsCache {
    this.#cache.clearIfOutdated(this.#totals()?.generation ?? 0);
    return this.#cache;
  }
}
