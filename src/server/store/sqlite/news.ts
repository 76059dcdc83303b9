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

const perMillisecond = 1000;
/** Beyond these times, in milliseconds, a position is no exact number any more (1684 and 2255). */
const timeBound = Math.floor(Number.MAX_SAFE_INTEGER / perMillisecond) - 1;

const selectKnown = `SELECT ${newsColumns}, position FROM news WHERE id = ?`;
const selectTaken = 'SELECT 1 FROM news WHERE position = ?';
const insertItem = `INSERT INTO news (position, ${newsColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;
const insertTerms = 'INSERT INTO news_terms (rowid, title, text) VALUES (?, ?, ?)';

interface NewsRow extends NewsItemRecord {
  position: number;
}

/** The news index in SQLite. A write is one transaction; reads never wait for it. */
export class SqliteNews implements NewsStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(items: readonly IndexedNewsItem[]): Promise<AddedNews> {
    return this.#database.transaction(() => {
      const counts: AddedNews = { added: 0, updated: 0, unchanged: 0 };
      const positions = new Positions(this.#database);
      for (const item of items) counts[this.#put(item, positions)] += 1;
      this.#database.run('UPDATE news_totals SET items = items + ?', counts.added);
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
    return this.#database.get<{ items: number }>('SELECT items FROM news_totals')?.items ?? 0;
  }

  async frequencies(terms: readonly string[]): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const term of new Set(terms)) {
      const row = this.#database.get<{ doc: number }>(
        'SELECT doc FROM news_vocabulary WHERE term = ?',
        term,
      );
      if (row) found.set(term, row.doc);
    }
    return found;
  }

  async candidates(query: NewsQuery): Promise<NewsCandidate[]> {
    const match = expression(query);
    if (match === undefined) return [];
    const rows = this.#database.all<NewsRow & { relevance: number }>(
      `SELECT ${newsColumns}, position, -matching.rank AS relevance
      FROM (
        SELECT rowid, rank FROM news_terms
        WHERE news_terms MATCH ? AND rank MATCH 'bm25(3.0, 1.0)' AND rowid >= ?
        ORDER BY rank LIMIT ?
      ) AS matching JOIN news ON news.position = matching.rowid
      ORDER BY matching.rank, position DESC`,
      match,
      this.#from(match, query),
      query.limit,
    );
    return rows.map(({ position, relevance, ...item }) => ({
      item,
      order_at: Math.floor(position / perMillisecond),
      relevance,
    }));
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
    return true;
  }

  /** The position from which on a query looks. */
  #from(match: string, { since, newest }: NewsQuery): number {
    const from = since === undefined ? Number.MIN_SAFE_INTEGER : bounded(since) * perMillisecond;
    if (newest === undefined) return from;
    const oldest = this.#database.get<{ rowid: number }>(
      `SELECT rowid FROM news_terms WHERE news_terms MATCH ? AND rowid >= ?
      ORDER BY rowid DESC LIMIT 1 OFFSET ?`,
      match,
      from,
      Math.max(newest - 1, 0),
    );
    return oldest?.rowid ?? from;
  }
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
    const first = bounded(orderAt) * perMillisecond;
    const position = this.#next.get(first) ?? first;
    this.#next.set(first, position + 1);
    return position;
  }

  /** A position where nothing is, the first from the item's time on. */
  free(orderAt: number): number {
    const first = bounded(orderAt) * perMillisecond;
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

function bounded(time: number): number {
  return Math.min(Math.max(Math.floor(time), -timeBound), timeBound);
}

/** Every term is quoted: inside of quotes FTS5 knows no other syntax, and only NUL ends them. */
function expression({ anyOf, phrases }: NewsQuery): string | undefined {
  const required = phrases.filter((phrase) => phrase.length > 0).map((phrase) => quoted(phrase));
  const optional = anyOf.map((term) => quoted([term]));
  if (required.length === 0) return optional.length === 0 ? undefined : optional.join(' OR ');
  // The first phrase stands among the alternatives, so that they exclude nothing.
  return [...required, `(${[required[0], ...optional].join(' OR ')})`].join(' AND ');
}

function quoted(terms: readonly string[]): string {
  return `"${terms.join(' ').replaceAll('\0', '').replaceAll('"', '""')}"`;
}
