import type { Database } from '../../../storage/database.ts';
import { type RemovedNews, withoutRemoved } from '../removed-news.ts';
import { type NumberedItem, planAddition, type StoredItem } from '../sql/news-addition.ts';
import { historyColumns, newsColumns } from '../sql/news-records.ts';
import { TotalsChange } from '../sql/news-totals.ts';
import { selectAnyRemoved, selectRemoved } from '../sql/takedown-store.ts';
import type { AddedNews, IndexedNewsItem } from '../store.ts';
import { orderAtColumn, perMillisecond, positionAt, timeAt } from './news-position.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

const selectStored = `SELECT ${newsColumns}, ${historyColumns}, position, ${orderAtColumn} FROM news
  WHERE id IN (SELECT value FROM json_each(?))`;
const selectPositions = `SELECT position FROM news
  WHERE id IN (SELECT value FROM json_each(?)) ORDER BY position`;
const selectLast =
  'SELECT max(position) AS position FROM news WHERE position >= ? AND position < ?';
const insertItem = `INSERT INTO news (position, ${historyColumns}, ranking_terms, ${newsColumns})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const insertTerms = 'INSERT INTO news_terms (rowid, title, text) VALUES (?, ?, ?)';
const selectLastArrival = 'SELECT last_arrival FROM news_totals';
const selectMatchedUntil = 'SELECT matched_until FROM matching';
const deleteItem = 'DELETE FROM news WHERE position = ? RETURNING ranking_terms';
const updateTotals = `UPDATE news_totals SET items = items + ?, title_terms = title_terms + ?,
  text_terms = text_terms + ?, generation = generation + 1`;
const updateLastArrival = 'UPDATE news_totals SET last_arrival = max(last_arrival, ?)';

/** Adds a batch of items. Must be called within a transaction. */
export function insertNews(database: Database, batch: readonly IndexedNewsItem[]): AddedNews {
  const items = withoutRemoved(batch, removedAmong(database, batch));
  const ids = JSON.stringify(items.map(({ id }) => id));
  const rows = database.all<StoredItem & { position: number }>(selectStored, ids);
  const stored = new Map(rows.map((item) => [item.id, item]));
  let last = readLastArrival(database);
  const { counts, changed, lastArrival } = planAddition(stored, items, {
    nextArrival: () => ++last,
    matchedUntil: readMatchedUntil(database),
  });
  counts.removed += batch.length - items.length;
  if (changed.length === 0) return counts;
  const totals = new TotalsChange();
  const positions = new FreePositions(database);
  const byPosition = new Map<number, NumberedItem>();
  // Feeds list the newest item first, but inserting rows in key order is fastest.
  for (const item of changed.toSorted((a, b) => a.order_at - b.order_at)) {
    const previous = stored.get(item.id);
    if (previous) totals.remove(removeItem(database, previous.position));
    totals.add(item.ranking_terms);
    const keepsPosition = previous?.order_at === item.order_at;
    let position = keepsPosition ? previous.position : positions.likelyFree(item.order_at);
    if (!insert(database, position, item)) {
      position = positions.findFree(item.order_at);
      insert(database, position, item);
    }
    byPosition.set(position, item);
  }
  // In rowid order: at each rowid lower than the last, FTS5 flushes its pending terms to disk.
  for (const position of Float64Array.from(byPosition.keys()).sort()) {
    const terms = byPosition.get(position)?.terms;
    if (terms) database.run(insertTerms, position, terms.title, terms.text);
  }
  database.run(updateTotals, ...totals.values());
  database.run(updateLastArrival, lastArrival);
  return counts;
}

export function readLastArrival(database: Database): number {
  return database.get<{ last_arrival: number }>(selectLastArrival)?.last_arrival ?? 0;
}

function readMatchedUntil(database: Database): number {
  return database.get<{ matched_until: number }>(selectMatchedUntil)?.matched_until ?? 0;
}

function removedAmong(database: Database, items: readonly IndexedNewsItem[]): RemovedNews[] {
  if (!database.get(selectAnyRemoved.text)) return [];
  const { text, values } = selectRemoved(
    sqliteDialect,
    items.map(({ id }) => id),
    items.map(({ url }) => url),
  );
  return database.all<RemovedNews>(text, ...values.map((value) => JSON.stringify(value)));
}

/** Deletes items. Must be called within a transaction. Returns the number of deleted items. */
export function removeNews(database: Database, ids: readonly string[]): number {
  const rows = database.all<{ position: number }>(selectPositions, JSON.stringify(ids));
  const totals = new TotalsChange();
  for (const { position } of rows) totals.remove(removeItem(database, position));
  if (rows.length > 0) database.run(updateTotals, ...totals.values());
  return rows.length;
}

/** Returns `false` and changes nothing if the position is taken. */
function insert(database: Database, position: number, item: NumberedItem): boolean {
  const { id, title, description, url, source, publication_date, body } = item;
  const { arrival, first_arrival, earlier_text, ranking_terms } = item;
  const numbered = [position, arrival, first_arrival, earlier_text, ranking_terms];
  const values = [id, title, description, url, source, publication_date, body];
  return database.run(insertItem, ...numbered, ...values) === 1;
}

/** Returns the packed terms of the item. */
function removeItem(database: Database, position: number): Uint8Array {
  const removed = database.get<{ ranking_terms: Uint8Array }>(deleteItem, position);
  database.run('DELETE FROM news_terms WHERE rowid = ?', position);
  return removed?.ranking_terms ?? new Uint8Array();
}

/** Finds free positions. Remembers the next one of each time, because many items share one. */
class FreePositions {
  readonly #database: Database;
  readonly #next = new Map<number, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The position after the last one that was used for this time; usually free. */
  likelyFree(orderAt: number): number {
    const first = positionAt(orderAt);
    const position = this.#next.get(first) ?? first;
    this.#next.set(first, position + 1);
    return position;
  }

  /** Searches for a free position at this time or later. */
  findFree(orderAt: number): number {
    let position = this.likelyFree(orderAt);
    let used = this.#lastUsed(position);
    while (used !== null) {
      position = used + 1;
      used = this.#lastUsed(position);
    }
    this.#next.set(positionAt(orderAt), position + 1);
    return position;
  }

  /** The last used position from this one to the end of its millisecond; `null` if all are free. */
  #lastUsed(position: number): number | null {
    const end = (timeAt(position) + 1) * perMillisecond;
    return (
      this.#database.get<{ position: number | null }>(selectLast, position, end)?.position ?? null
    );
  }
}
