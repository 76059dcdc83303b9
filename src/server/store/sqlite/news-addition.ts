import type { Database } from '../../../storage/database.ts';
import { planAddition, type StoredItem } from '../sql/news-addition.ts';
import { newsColumns } from '../sql/news-records.ts';
import type { AddedNews, IndexedNewsItem } from '../store.ts';
import { orderAtColumn, perMillisecond, positionAt, timeAt } from './news-position.ts';

const selectKnown = `SELECT ${newsColumns}, position, ${orderAtColumn} FROM news
  WHERE id IN (SELECT value FROM json_each(?))`;
const selectLast =
  'SELECT max(position) AS position FROM news WHERE position >= ? AND position < ?';
const insertItem = `INSERT INTO news (position, ranking_terms, ${newsColumns})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const insertTerms = 'INSERT INTO news_terms (rowid, title, text) VALUES (?, ?, ?)';
const updateTotals = 'UPDATE news_totals SET items = items + ?, generation = generation + 1';

/** Adds a batch of items within a transaction. */
export function addNews(database: Database, items: readonly IndexedNewsItem[]): AddedNews {
  const ids = JSON.stringify(items.map(({ id }) => id));
  const stored = database.all<StoredItem & { position: number }>(selectKnown, ids);
  const known = new Map(stored.map((item) => [item.id, item]));
  const { counts, changed } = planAddition(known, items);
  if (changed.length === 0) return counts;
  const positions = new FreePositions(database);
  const added = new Map<number, IndexedNewsItem>();
  // Feeds have the newest item first, but rows are added fastest in the order of the key.
  for (const item of changed.toSorted((one, other) => one.order_at - other.order_at)) {
    const before = known.get(item.id);
    if (before) removeItem(database, before.position);
    const stays = before?.order_at === item.order_at;
    let position = stays ? before.position : positions.likely(item.order_at);
    if (!insert(database, position, item)) {
      position = positions.free(item.order_at);
      insert(database, position, item);
    }
    added.set(position, item);
  }
  // In the order of the index: at each step back FTS5 writes the terms that it holds to the disk.
  for (const position of Float64Array.from(added.keys()).sort()) {
    const terms = added.get(position)?.terms;
    if (terms) database.run(insertTerms, position, terms.title, terms.text);
  }
  database.run(updateTotals, counts.added);
  return counts;
}

/** Returns false, and changes nothing, if the position is taken. */
function insert(database: Database, position: number, item: IndexedNewsItem): boolean {
  const { id, title, description, url, source, publication_date, body, ranking_terms } = item;
  const record = [id, title, description, url, source, publication_date, body];
  return database.run(insertItem, position, ranking_terms, ...record) === 1;
}

function removeItem(database: Database, position: number): void {
  database.run('DELETE FROM news WHERE position = ?', position);
  database.run('DELETE FROM news_terms WHERE rowid = ?', position);
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

  /** A free position of this time or after it. */
  free(orderAt: number): number {
    let position = this.likely(orderAt);
    let used = this.#lastUsed(position);
    while (used !== null) {
      position = used + 1;
      used = this.#lastUsed(position);
    }
    this.#next.set(positionAt(orderAt), position + 1);
    return position;
  }

  /** The last used position of the same millisecond, at this position or after it. */
  #lastUsed(position: number): number | null {
    const end = (timeAt(position) + 1) * perMillisecond;
    return (
      this.#database.get<{ position: number | null }>(selectLast, position, end)?.position ?? null
    );
  }
}
