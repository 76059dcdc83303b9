import type { Database } from '../../../storage/database.ts';
import { newsColumns, sameContent } from '../rows/news-row.ts';
import type { AddedNews, IndexedNewsItem, NewsItemRecord } from '../store.ts';
import { perMillisecond, positionAt } from './news-position.ts';

const selectKnown = `SELECT ${newsColumns}, position FROM news WHERE id = ?`;
const selectTaken = 'SELECT 1 FROM news WHERE position = ?';
const insertItem = `INSERT INTO news (position, ${newsColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;
const insertTerms = 'INSERT INTO news_terms (rowid, title, text) VALUES (?, ?, ?)';
const insertRankingTerms = 'INSERT OR REPLACE INTO news_ranking_terms VALUES (?, ?)';
const updateTotals = 'UPDATE news_totals SET items = items + ?, generation = generation + 1';

export interface NewsRow extends NewsItemRecord {
  position: number;
}

/** News that comes in together, within one transaction. */
export class NewsAddition {
  readonly #database: Database;
  readonly #positions: Positions;
  readonly #counts: AddedNews = { added: 0, updated: 0, unchanged: 0 };
  /** What the index does not have yet, by its position. */
  readonly #unindexed = new Map<number, IndexedNewsItem>();

  constructor(database: Database) {
    this.#database = database;
    this.#positions = new Positions(database);
  }

  put(item: IndexedNewsItem): void {
    this.#counts[this.#store(item)] += 1;
  }

  /** Indexes what was put. */
  finish(): AddedNews {
    // In the order of the index: each step back makes FTS5 write what it holds to the disk, and
    // feeds have the newest first.
    for (const position of Float64Array.from(this.#unindexed.keys()).sort()) {
      const item = this.#unindexed.get(position);
      if (!item) continue;
      this.#database.run(insertTerms, position, item.terms.title, item.terms.text);
      this.#database.run(insertRankingTerms, position, item.ranking_terms);
    }
    this.#unindexed.clear();
    const { added, updated } = this.#counts;
    if (added + updated > 0) this.#database.run(updateTotals, added);
    return this.#counts;
  }

  #store(item: IndexedNewsItem): keyof AddedNews {
    if (this.#insert(this.#positions.likely(item.order_at), item)) return 'added';
    const known = this.#database.get<NewsRow>(selectKnown, item.id);
    if (!known) {
      this.#insert(this.#positions.free(item.order_at), item);
      return 'added';
    }
    if (sameContent(known, item)) return 'unchanged';
    this.#remove(known.position);
    // An item that never had a date of its own keeps the time at which it came first.
    const moved = known.publication_date !== item.publication_date;
    this.#insert(moved ? this.#positions.free(item.order_at) : known.position, item);
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
    this.#unindexed.set(position, item);
    return true;
  }

  #remove(position: number): void {
    this.#database.run('DELETE FROM news WHERE position = ?', position);
    if (this.#unindexed.delete(position)) return;
    this.#database.run('DELETE FROM news_terms WHERE rowid = ?', position);
    this.#database.run('DELETE FROM news_ranking_terms WHERE position = ?', position);
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
