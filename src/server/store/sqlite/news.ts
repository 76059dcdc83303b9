import type { Database } from '../../../storage/database.ts';
import { headlineColumns, newsColumns } from '../rows/news-row.ts';
import type {
  AddedNews,
  IndexedNewsItem,
  NewsCandidate,
  NewsHeadline,
  NewsItemRecord,
  NewsQuery,
  NewsStore,
} from '../store.ts';
import { GenerationCache } from './generation-cache.ts';
import { NewsAddition, type NewsRow } from './news-addition.ts';
import { NewsCandidates } from './news-candidates.ts';

const selectTotals = 'SELECT items, generation FROM news_totals';
const selectFrequency = 'SELECT doc FROM news_vocabulary WHERE term = ?';
const atPositions = 'position IN (SELECT value FROM json_each(?))';
const selectItems = `SELECT ${newsColumns}, position FROM news WHERE ${atPositions}`;
const selectHeadlines = `SELECT ${headlineColumns}, position FROM news WHERE ${atPositions}`;
/** Bytes of how frequent terms are that are remembered. */
const mostFrequencies = 1_000_000;
/** And of what is shown of items. */
const mostHeadlines = 9_000_000;

type HeadlineRow = NewsHeadline & { position: number };

/** The news index in SQLite. A write is one transaction; reads never wait for it. */
export class SqliteNews implements NewsStore {
  readonly #database: Database;
  /** To count a term's items is to walk over all of them. */
  readonly #frequencies = new GenerationCache<string, number>(mostFrequencies, () => 0);
  readonly #candidates: NewsCandidates;
  readonly #headlines = new GenerationCache<number, NewsHeadline>(mostHeadlines, sizeOf);

  constructor(database: Database) {
    this.#database = database;
    this.#candidates = new NewsCandidates(database);
  }

  async add(items: readonly IndexedNewsItem[]): Promise<AddedNews> {
    return this.#database.commit(() => {
      const addition = new NewsAddition(this.#database);
      for (const item of inTime(items)) addition.put(item);
      return addition.finish();
    });
  }

  async get(id: string): Promise<NewsItemRecord | undefined> {
    return this.#database.get<NewsItemRecord>(`SELECT ${newsColumns} FROM news WHERE id = ?`, id);
  }

  async latest(limit: number): Promise<NewsItemRecord[]> {
    return this.#database.all<NewsItemRecord>(
      `SELECT ${newsColumns} FROM news ORDER BY position DESC LIMIT ?`,
      limit,
    );
  }

  async count(): Promise<number> {
    return this.#totals().items;
  }

  async generation(): Promise<number> {
    return this.#totals().generation;
  }

  async frequencies(terms: readonly string[]): Promise<Map<string, number>> {
    this.#frequencies.renew(this.#totals().generation);
    const found = new Map<string, number>();
    for (const term of new Set(terms)) {
      const items = this.#frequencies.get(term) ?? this.#count(term);
      if (items > 0) found.set(term, items);
    }
    return found;
  }

  async candidates(query: NewsQuery): Promise<NewsCandidate[]> {
    const { items, generation } = this.#totals();
    return this.#candidates.best(query, items, generation);
  }

  async items(keys: readonly number[]): Promise<Map<number, NewsItemRecord>> {
    return byPosition(this.#database.all<NewsRow>(selectItems, JSON.stringify(keys)));
  }

  async headlines(keys: readonly number[]): Promise<Map<number, NewsHeadline>> {
    this.#headlines.renew(this.#totals().generation);
    const found = new Map<number, NewsHeadline>();
    const unknown: number[] = [];
    for (const key of keys) {
      const known = this.#headlines.get(key);
      if (known) found.set(key, known);
      else unknown.push(key);
    }
    if (unknown.length === 0) return found;
    const rows = this.#database.all<HeadlineRow>(selectHeadlines, JSON.stringify(unknown));
    for (const { position, ...item } of rows) {
      this.#headlines.set(position, item);
      found.set(position, item);
    }
    return found;
  }

  #totals(): { items: number; generation: number } {
    const totals = this.#database.get<{ items: number; generation: number }>(selectTotals);
    return totals ?? { items: 0, generation: 0 };
  }

  #count(term: string): number {
    const items = this.#database.get<{ doc: number }>(selectFrequency, term)?.doc ?? 0;
    this.#frequencies.set(term, items);
    return items;
  }
}

/**
 * In the order of the table, oldest first: feeds have the newest first, and each step back is a place
 * to be found. Of those that share an id the last one counts, so that these stay as they came.
 */
function inTime(items: readonly IndexedNewsItem[]): readonly IndexedNewsItem[] {
  const distinct = new Set(items.map(({ id }) => id)).size === items.length;
  return distinct ? items.toSorted((one, other) => one.order_at - other.order_at) : items;
}

/** By and large: an object with its texts, most of which have one byte for a character. */
function sizeOf({ id, title, description, url, source }: NewsHeadline): number {
  const characters = id.length + title.length + description.length;
  return 180 + characters + (url?.length ?? 0) + (source?.length ?? 0);
}

function byPosition(rows: readonly NewsRow[]): Map<number, NewsItemRecord> {
  return new Map(rows.map(({ position, ...item }) => [position, item]));
}
