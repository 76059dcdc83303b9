import type { Database } from '../../../storage/database.ts';
import { newsColumns, sameContent } from '../rows/news-row.ts';
import type {
  AddedNews,
  IndexedNewsItem,
  NewsCandidate,
  NewsItemRecord,
  NewsQuery,
  NewsStore,
} from '../store.ts';
import { Frequencies } from './frequencies.ts';
import { newsCandidates } from './news-candidates.ts';
import { perMillisecond, positionAt } from './news-position.ts';

const selectKnown = `SELECT ${newsColumns}, position FROM news WHERE id = ?`;
const selectTaken = 'SELECT 1 FROM news WHERE position = ?';
const insertItem = `INSERT INTO news (position, ${newsColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;
const insertTerms = 'INSERT INTO news_terms (rowid, title, text) VALUES (?, ?, ?)';
const insertRankingTerms = 'INSERT OR REPLACE INTO news_ranking_terms VALUES (?, ?)';
const selectTotals = 'SELECT items, generation FROM news_totals';
const selectFrequency = 'SELECT doc FROM news_vocabulary WHERE term = ?';
const updateTotals = 'UPDATE news_totals SET items = items + ?, generation = generation + 1';
const selectItems = `SELECT ${newsColumns}, position FROM news
  WHERE position IN (SELECT value FROM json_each(?))`;

const selectUnranked = `SELECT ${newsColumns}, position FROM news_unranked JOIN news
  USING (position) LIMIT ?`;
/** Only what is still waiting: it may have been replaced since it was read. */
const rankUnranked = `INSERT INTO news_ranking_terms (terms, position)
  SELECT ?, position FROM news_unranked WHERE position = ?`;

interface NewsRow extends NewsItemRecord {
  position: number;
}

/** The news index in SQLite. A write is one transaction; reads never wait for it. */
export class SqliteNews implements NewsStore {
  readonly #database: Database;

  /** To count a term's items is to walk over all of them. */
  readonly #frequencies = new Frequencies(20_000);

  constructor(database: Database) {
    this.#database = database;
  }

  async add(items: readonly IndexedNewsItem[]): Promise<AddedNews> {
    return this.#database.transaction(() => {
      const counts: AddedNews = { added: 0, updated: 0, unchanged: 0 };
      const positions = new Positions(this.#database);
      for (const item of items) counts[this.#put(item, positions)] += 1;
      if (counts.added + counts.updated > 0) this.#database.run(updateTotals, counts.added);
      return counts;
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
    const { generation } = this.#totals();
    const found = new Map<string, number>();
    for (const term of new Set(terms)) {
      const items = this.#frequencies.of(term, generation, () => this.#frequency(term));
      if (items > 0) found.set(term, items);
    }
    return found;
  }

  async candidates(query: NewsQuery): Promise<NewsCandidate[]> {
    return newsCandidates(this.#database, query, await this.count());
  }

  async items(keys: readonly number[]): Promise<Map<number, NewsItemRecord>> {
    return byPosition(this.#database.all<NewsRow>(selectItems, JSON.stringify(keys)));
  }

  async unranked(limit: number): Promise<Map<number, NewsItemRecord>> {
    return byPosition(this.#database.all<NewsRow>(selectUnranked, limit));
  }

  async keepRankingTerms(terms: ReadonlyMap<number, Uint8Array>): Promise<void> {
    this.#database.transaction(() => {
      for (const [position, packed] of terms) {
        this.#database.run(rankUnranked, packed, position);
        this.#database.run('DELETE FROM news_unranked WHERE position = ?', position);
      }
    });
  }

  #totals(): { items: number; generation: number } {
    const totals = this.#database.get<{ items: number; generation: number }>(selectTotals);
    return totals ?? { items: 0, generation: 0 };
  }

  #frequency(term: string): number {
    return this.#database.get<{ doc: number }>(selectFrequency, term)?.doc ?? 0;
  }

  #put(item: IndexedNewsItem, positions: Positions): keyof AddedNews {
    if (this.#insert(positions.likely(item.order_at), item)) return 'added';
    const known = this.#database.get<NewsRow>(selectKnown, item.id);
    if (!known) {
      this.#insert(positions.free(item.order_at), item);
      return 'added';
    }
    if (sameContent(known, item)) return 'unchanged';
    this.#database.run('DELETE FROM news WHERE position = ?', known.position);
    this.#database.run('DELETE FROM news_terms WHERE rowid = ?', known.position);
    this.#database.run('DELETE FROM news_ranking_terms WHERE position = ?', known.position);
    this.#database.run('DELETE FROM news_unranked WHERE position = ?', known.position);
    // An item that never had a date of its own keeps the time at which it came first.
    const moved = known.publication_date !== item.publication_date;
    this.#insert(moved ? positions.free(item.order_at) : known.position, item);
    return 'updated';
  }

  /** False, and nothing done, when the position or the id is taken. */
  #insert(position: number, item: IndexedNewsItem): boolean {
    const inserted = this.#database.run(
      insertItem,
      position,
      item.id,
      item.title,
      item.description,
      item.url,
      item.source,
      item.publication_date,
      item.body,
    );
    if (inserted === 0) return false;
    const { title, text } = item.terms;
    this.#database.run(insertTerms, position, title.join(' '), text.join(' '));
    this.#database.run(insertRankingTerms, position, item.ranking_terms);
    return true;
  }
}

function byPosition(rows: readonly NewsRow[]): Map<number, NewsItemRecord> {
  return new Map(rows.map(({ position, ...item }) => [position, item]));
}

/** Finds free positions, and remembers where it stands: many items of a batch share a time. */
class Positions {
  readonly #database: Database;
  readonly #next = new Map<number, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Where an item of this time belongs, if nothing is there yet. */
  likely(orderAt: number): number {
    const first = positionAt(orderAt);
    const position = this.#next.get(first) ?? first;
    this.#next.set(first, position + 1);
    return position;
  }

  /** A position where nothing is, the first from the item's time on. */
  free(orderAt: number): number {
    const first = positionAt(orderAt);
    let position = this.likely(orderAt);
    while (this.#database.get(selectTaken, position)) position = this.#afterRun(position);
    this.#next.set(first, position + 1);
    return position;
  }

  /** The position after the last one that its millisecond uses; the next millisecond when full. */
  #afterRun(position: number): number {
    const end = (Math.floor(position / perMillisecond) + 1) * perMillisecond;
    const last = this.#database.get<{ position: number }>(
      'SELECT max(position) AS position FROM news WHERE position >= ? AND position < ?',
      position,
      end,
    );
    return (last?.position ?? position) + 1;
  }
}
