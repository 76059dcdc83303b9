import type { Database } from '../../../storage/database.ts';
import { newsColumns, sameContent } from '../rows/news-row.ts';
import type { AddedNews, IndexedNewsItem, NewsItemRecord } from '../store.ts';
import { perMillisecond, positionAt } from './news-position.ts';

const selectKnown = `SELECT ${newsColumns}, position FROM news WHERE id = ?`;
const selectTaken = 'SELECT 1 FROM news WHERE position = ?';
const insertItem = `INSERT INTO news (position, ranking_terms, ${newsColumns})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const insertTerms = 'INSERT INTO news_terms (rowid, title, text) VALUES (?, ?, ?)';
const updateTotals = 'UPDATE news_totals SET items = items + ?, generation = generation + 1';

type StoredItem = NewsItemRecord & { position: number };

/** Adds a batch of items within a transaction. */
export class NewsAddition {
  readonly #database: Database;
  readonly #positions: FreePositions;
  readonly #counts: AddedNews = { added: 0, updated: 0, unchanged: 0 };
  /** Items that the index does not have yet, by position. */
  readonly #unindexed = new Map<number, IndexedNewsItem>();

  constructor(database: Database) {
    this.#database = database;
    this.#positions = new FreePositions(database);
  }

  put(item: IndexedNewsItem): void {
    this.#counts[this.#store(item)] += 1;
  }

  /** Indexes the items. */
  finish(): AddedNews {
    // In the order of the index: at each step back FTS5 writes the terms that it holds to the disk.
    for (const position of Float64Array.from(this.#unindexed.keys()).sort()) {
      const terms = this.#unindexed.get(position)?.terms;
      if (terms) this.#database.run(insertTerms, position, terms.title, terms.text);
    }
    this.#unindexed.clear();
    const { added, updated } = this.#counts;
    if (added + updated > 0) this.#database.run(updateTotals, added);
    return this.#counts;
  }

  #store(item: IndexedNewsItem): keyof AddedNews {
    if (this.#insert(this.#positions.likely(item.order_at), item)) return 'added';
    const known = this.#database.get<StoredItem>(selectKnown, item.id);
    if (!known) {
      this.#insert(this.#positions.free(item.order_at), item);
      return 'added';
    }
    if (sameContent(known, item)) return 'unchanged';
    this.#remove(known.position);
    // An item that never had a date keeps the time at which it was first added.
    const moved = known.publication_date !== item.publication_date;
    this.#insert(moved ? this.#positions.free(item.order_at) : known.position, item);
    return 'updated';
  }

  /** Returns false, and changes nothing, if the position or the id is taken. */
  #insert(position: number, item: IndexedNewsItem): boolean {
    const inserted = this.#database.run(
      insertItem,
      position,
      item.ranking_terms,
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
  }
}

/** Finds free positions. Remembers the last one of each time, because many items may share a time. */
class FreePositions {
  readonly #database: Database;
  readonly #next = new Map<number, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The position after the last one that was used for this time; usually free. */
  likely(orderAt: number): number {
    const first = positionAt(orderAt);
    const position = this.#next.get(first) ?? first;
    this.#next.set(first, position + 1);
    return position;
  }

  /** The first free position of this time or after it. */
  free(orderAt: number): number {
    const first = positionAt(orderAt);
    let position = this.likely(orderAt);
    while (this.#database.get(selectTaken, position)) position = this.#afterRun(position);
    this.#next.set(first, position + 1);
    return position;
  }

  /** The position after the last used one of the same millisecond. */
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
